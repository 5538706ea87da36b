import { expect, it } from 'vitest';
import { nameOfCommand } from './name-of-command.ts';

it.each([
  ['npx -y @modelcontextprotocol/server-filesystem .', 'server-filesystem'],
  ['npx @scope/tool@latest', 'tool'],
  ['npx some-server@1.2.3-beta.1 --key abc', 'some-server'],
  ['C:\\node\\npx.cmd some-server', 'some-server'],
  ['uvx mcp-server-git --repository /srv/repo', 'mcp-server-git'],
  ['python3 -m mcp_server_time', 'mcp_server_time'],
  ['/usr/bin/node dist/weather.mjs', 'weather'],
  ['node C:\\servers\\weather.js', 'weather'],
  ['sh ./start.sh', 'start'],
  ['docker run -i --rm mcp/time', 'time'],
  ['docker run ghcr.io/github/github-mcp-server:v1', 'github-mcp-server'],
  ['/opt/bin/my-server --token abc', 'my-server'],
])('takes from `%s` what is started: %s', (command, name) => {
  expect(nameOfCommand(command.split(' '))).toBe(name);
});

it.each([
  [['docker', 'run', '-i', '--rm', '-e', 'API_TOKEN=ghp_abc', 'ghcr.io/github/github-mcp-server'], 'docker'],
  [['docker', 'run', '--env', 'API_TOKEN', 'image', 'ghp_abc'], 'docker'],
  [['docker', 'run', '10.0.1.5:5000/image'], 'image'],
  [['sh', '-c', 'API_KEY=sk-abc exec srv'], 'sh'],
  [['npx', '--registry=https://me:pass@registry.example', 'tool'], 'npx'],
  [['uvx', '--from', 'git+https://ghp_abc@git.example/tool', 'tool'], 'uvx'],
  [['npx', 'https://git.example/ghp_abc'], 'npx'],
  [['npx', 'API_KEY=sk-abc'], 'npx'],
  [['node', 'run', 'sk-abc'], 'run'],
  [['node', '--import', 'tsx', 'server.ts'], 'node'],
  [['cmd', '/c', 'npx', 'tool'], 'cmd'],
  [['http://10.0.1.5:8000/mcp'], 'server'],
  [['https://search.example'], 'server'],
  [['./my server'], 'server'],
  [['breakwater'], 'server'],
  [[], 'server'],
])('takes nothing from %j that may be a secret or an address: %s', (command, name) => {
  expect(nameOfCommand(command)).toBe(name);
});
