/** Takes a stream of events apart, as little as the tests need; comments count, since heartbeats are comments. */
export class EventLines {
  comments = 0;
  #rest = '';
  #data: string[] = [];
  readonly #onData: (data: string) => void;

  constructor(onData: (data: string) => void) {
    this.#onData = onData;
  }

  push(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#line(line.endsWith('\r') ? line.slice(0, -1) : line);
  }

  #line(line: string): void {
    if (line.startsWith(':')) this.comments += 1;
    else if (line.startsWith('data:')) this.#data.push(line.slice(line.startsWith('data: ') ? 6 : 5));
    else if (line === '' && this.#data.length > 0) {
      const data = this.#data.join('\n');
      this.#data = [];
      if (data !== '') this.#onData(data);
    }
  }
}
