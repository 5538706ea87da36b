import type { Edit } from '@breakwater/core';

/** The edit that puts a member first in the object that begins at `start`. */
export function insertFirst(text: string, start: number, member: string): Edit {
  const isEmpty = /^\s*\}/.test(text.slice(start + 1, start + 64));
  return { start: start + 1, end: start + 1, replacement: isEmpty ? member : `${member},` };
}
