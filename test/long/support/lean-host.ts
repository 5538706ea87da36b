import { request, type Agent } from 'node:http';
import { clientInfo, isAnswer, legacyVersion, messagesOf, type Json, type JsonRpc } from '../../kit/json-rpc.ts';

/** A host over HTTP that keeps nothing of what it was told, for tens of thousands of calls. */
export class LeanHost {
  readonly #url: string;
  readonly #agent: Agent;
  #session: string | undefined = undefined;
  #lastId = 0;

  constructor(url: string, agent: Agent) {
    this.#url = url;
    this.#agent = agent;
  }

  async open(): Promise<void> {
    const opening = { protocolVersion: legacyVersion, capabilities: {}, clientInfo };
    await this.request('initialize', opening);
    await this.#send('POST', { jsonrpc: '2.0', method: 'notifications/initialized' });
  }

  /** @throws For anything but exactly one answer to exactly this request. */
  async request(method: string, params: Json = {}): Promise<JsonRpc> {
    const id = ++this.#lastId;
    const { status, body } = await this.#send('POST', { jsonrpc: '2.0', id, method, params });
    const texts = body.startsWith('{')
      ? [body]
      : body.split('\n').flatMap((line) => /^data: ?(.+)$/.exec(line)?.[1] ?? []);
    const answers = texts.flatMap(messagesOf).filter(isAnswer);
    const [answer] = answers;
    if (answer === undefined || answers.length !== 1 || answer.id !== id)
      throw new Error(`Expected one answer to ${id}, got ${status}: ${body.slice(0, 500)}`);
    return answer;
  }

  callTool(name: string, text: string): Promise<JsonRpc> {
    return this.request('tools/call', { name, arguments: { text } });
  }

  async delete(): Promise<void> {
    const { status } = await this.#send('DELETE');
    if (status !== 204 && status !== 200) throw new Error(`Ending the session got ${status}.`);
  }

  #send(method: string, message?: Json): Promise<{ readonly status: number; readonly body: string }> {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(this.#session !== undefined && { 'mcp-session-id': this.#session, 'mcp-protocol-version': legacyVersion }),
    };
    return new Promise((resolve, reject) => {
      const outgoing = request(this.#url, { method, agent: this.#agent, headers }, (incoming) => {
        let body = '';
        this.#session ??= incoming.headers['mcp-session-id']?.toString();
        incoming.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body }));
        incoming.on('error', reject);
      });
      outgoing.on('error', reject);
      outgoing.end(message === undefined ? undefined : JSON.stringify(message));
    });
  }
}
