import { until } from '../../kit/index.ts';

/** What a process holds after a full collection of its garbage. */
export interface Held {
  readonly heapMb: number;
  /** Sockets, pipes, timers, requests and the like that keep its event loop busy, by kind. */
  readonly resources: Readonly<Record<string, number>>;
}

/** Looks into a running Node process through its inspector, which listens once the process gets SIGUSR1. */
export class Inside {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #lastId = 0;

  /** @param stderr What the process has written there so far; the inspector says its address in it. */
  static async open(pid: number, stderr: () => string): Promise<Inside> {
    process.kill(pid, 'SIGUSR1');
    const url = await until('the inspector of the process', () => /ws:\/\/\S+/.exec(stderr())?.[0]);
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', reject);
    });
    return new Inside(socket);
  }

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      // The protocol's own messages: an answer has the id of its request.
      const { id, result } = JSON.parse(String(data)) as { readonly id?: number; readonly result?: unknown };
      if (id !== undefined) this.#waiting.get(id)?.(result);
    });
  }

  async held(): Promise<Held> {
    // Finalizers run after a collection and leave more to collect.
    for (let n = 0; n < 3; n++) await this.#ask('HeapProfiler.collectGarbage');
    const expression =
      'JSON.stringify({ heap: process.memoryUsage().heapUsed, resources: process.getActiveResourcesInfo() })';
    const evaluated = await this.#ask('Runtime.evaluate', { expression });
    // What the expression above makes.
    const { value } = (evaluated as { readonly result: { readonly value: string } }).result;
    const { heap, resources } = JSON.parse(value) as { readonly heap: number; readonly resources: readonly string[] };
    const counts: Record<string, number> = {};
    for (const kind of resources) counts[kind] = (counts[kind] ?? 0) + 1;
    return { heapMb: heap / 1_048_576, resources: counts };
  }

  close(): void {
    this.#socket.close();
  }

  #ask(method: string, params: object = {}): Promise<unknown> {
    const id = ++this.#lastId;
    const answered = new Promise((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params }));
    return answered;
  }
}
