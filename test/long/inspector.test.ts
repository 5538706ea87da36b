import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { entryOf } from '../hosts/real-servers.ts';
import { cliPath, markerName, useKit } from '../kit/index.ts';
import { inspect, installInspector, type InspectorRun } from './support/inspector-cli.ts';

const kit = useKit();
const fixture = fileURLToPath(new URL('../fixture/fixture-server.ts', import.meta.url));

const servers = {
  everything: {
    args: [entryOf('everything')],
    era: 'legacy',
    requests: [
      ['tools/list'],
      ['tools/call', '--tool-name', 'echo', '--tool-arg', 'message=Grüße, 世界'],
      ['tools/call', '--tool-name', 'get-structured-content', '--tool-arg', 'location=Chicago'],
      ['tools/call', '--tool-name', 'get-annotated-message', '--tool-arg', 'messageType=error', 'includeImage=true'],
      ['tools/call', '--tool-name', 'get-tiny-image'],
      ['resources/list'],
      ['resources/templates/list'],
      ['resources/read', '--uri', 'demo://resource/static/document/features.md'],
      ['prompts/list'],
      ['prompts/get', '--prompt-name', 'args-prompt', '--prompt-args', 'city=Paris', 'state=Texas'],
    ],
  },
  fixture: {
    args: [fixture, '--stdio'],
    era: 'modern',
    requests: [
      ['tools/list'],
      ['tools/call', '--tool-name', 'test_multiple_content_types'],
      ['tools/call', '--tool-name', 'test_tool_with_progress'],
      ['resources/list'],
      ['resources/read', '--uri', 'test://static-binary'],
      ['prompts/list'],
      ['prompts/get', '--prompt-name', 'test_prompt_with_arguments', '--prompt-args', 'arg1=one', 'arg2=two'],
    ],
  },
} as const;

describe('the CLI of the official Inspector', () => {
  beforeAll(installInspector, 240_000);

  it.each(['everything', 'fixture'] as const)(
    'prints through the gateway what it prints of %s directly',
    { timeout: 180_000 },
    async (key) => {
      const { args, era, requests } = servers[key];
      const env = {
        HOME: kit.directory('home'),
        XDG_STATE_HOME: kit.directory('state'),
        [markerName]: kit.place.marker,
      };
      const gateway = await kit.startGateway({ mcpServers: { [key]: entryFor(key) } });
      const file = join(kit.directory('inspector'), 'mcp.json');
      const mcpServers = {
        direct: { command: process.execPath, args, env },
        run: { command: process.execPath, args: [cliPath, 'run', '--', process.execPath, ...args], env },
        serve: { type: 'streamable-http', url: gateway.endpoint(key) },
      };
      writeFileSync(file, JSON.stringify({ mcpServers }));
      const run = (server: keyof typeof mcpServers, request: readonly string[]): Promise<InspectorRun> =>
        inspect(['--config', file, '--server', server, '--protocol-era', era, '--method', ...request], env);

      for (const request of requests) {
        const [direct, throughRun, throughServe] = await Promise.all([
          run('direct', request),
          run('run', request),
          run('serve', request),
        ]);
        expect(direct).toMatchObject({ code: 0, stderr: '' });
        expect(direct.stdout.length).toBeGreaterThan(20);
        expect(throughRun).toEqual(direct);
        expect(throughServe).toEqual(direct);
      }
    },
  );

  it('prints the lists of both servers, each tool below its server', { timeout: 60_000 }, async () => {
    const gateway = await kit.startGateway({
      mcpServers: { everything: entryFor('everything'), fixture: entryFor('fixture') },
    });
    const env = { HOME: kit.directory('home') };
    const target = ['--transport', 'http', '--server-url', gateway.endpoint(), '--protocol-era', 'legacy'];
    const tools = await inspect([...target, '--method', 'tools/list'], env);
    expect(tools.stdout).toContain('"everything__echo"');
    expect(tools.stdout).toContain('"fixture__test_simple_text"');
    const called = await inspect(
      [...target, '--method', 'tools/call', '--tool-name', 'everything__echo', '--tool-arg', 'message=hi'],
      env,
    );
    expect(JSON.parse(called.stdout)).toEqual({ content: [{ type: 'text', text: 'Echo: hi' }] });
  });
});

function entryFor(key: keyof typeof servers): { readonly command: string; readonly args: readonly string[] } {
  return { command: process.execPath, args: servers[key].args };
}
