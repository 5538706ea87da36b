/** The text of a tool's answer: the first content block of the result of the call with this id. */
export function answerText(json: string, id: number): string {
  const message: unknown = JSON.parse(json);
  if (!isObject(message) || message['id'] !== id || !isObject(message['result'])) throw unexpected(json);
  const { content } = message['result'];
  const block: unknown = Array.isArray(content) ? content[0] : undefined;
  if (!isObject(block) || typeof block['text'] !== 'string') throw unexpected(json);
  return block['text'];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function unexpected(json: string): Error {
  return new Error(`Not the answer of this call: ${json.slice(0, 200)}`);
}
