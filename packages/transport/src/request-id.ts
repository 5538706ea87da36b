/** Whether two ids are the same up to their form: some servers answer 3 with `"3"`, some with `3.0`. */
export function isSameId(one: string, other: string): boolean {
  return one === other || ourForm(one) === ourForm(other);
}

/** The id of ours that an answer means: the very one where somebody waits under it, else the same as we write it. */
export function meantId(id: string, pending: { has(id: string): boolean }): string {
  return pending.has(id) ? id : ourForm(id);
}

/** An id as we would write it: a number in any form that JSON has, or in the quotes of a server that makes strings of ids. */
function ourForm(id: string): string {
  const text = id.startsWith('"') ? id.slice(1, -1) : id;
  const number = text === id || /^-?\d+(?:\.0+)?$/.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(number) ? String(number) : text;
}
