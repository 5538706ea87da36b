/** Whether two ids are the same up to their form: some servers answer 3 with `"3"`, some with `3.0`. */
export function isSameId(one: string, other: string): boolean {
  return one === other || ourForm(one) === ourForm(other);
}

/** The id of ours that an answer means: the very one where somebody waits under it, else the same as we write it. */
export function meantId(id: string, pending: { has(id: string): boolean }): string {
  return pending.has(id) ? id : ourForm(id);
}

/** The text of an id or token that may stand in quotes. */
export function unquoted(id: string): string {
  return id.startsWith('"') ? id.slice(1, -1) : id;
}

function ourForm(id: string): string {
  const number = Number(unquoted(id));
  return Number.isSafeInteger(number) ? String(number) : unquoted(id);
}
