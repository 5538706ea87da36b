import { findMember, metaKeys, type Era } from '@breakwater/core';

/** What can be told of a message of which only both ends were kept; a member of the message itself, never one of its arguments. */
export interface OverlongMessage {
  /** Raw JSON text. */
  readonly id: string | undefined;
  readonly hasMethod: boolean;
  /** The wire that it seems to be on: an argument may have the text of the modern one's envelope in it, too. */
  readonly era: Era;
}

/** Reads the members that stand before the long one and behind it. */
export function readOverlong(head: string, tail: string): OverlongMessage {
  const start = head.length - head.trimStart().length;
  const last = lastMembers.exec(tail)?.[1];
  const end = last === undefined ? '' : `{${last}}`;
  const find = (name: string): string | undefined => {
    const atHead = findMember(head, start, name);
    // What ends with the head may be cut.
    if (atHead !== undefined && atHead.end < head.length) return head.slice(atHead.start, atHead.end);
    const atEnd = findMember(end, 0, name);
    return atEnd && end.slice(atEnd.start, atEnd.end);
  };
  const isModern = [head, tail].some((text) => text.includes(metaKeys.protocolVersion));
  return { id: find('id'), hasMethod: find('method') !== undefined, era: isModern ? 'modern' : 'legacy' };
}

const member = String.raw`\s*"(?:jsonrpc|id|method)"\s*:\s*(?:"(?:[^"\\]|\\.)*"|-?\d+)\s*`;
/** The short members of a message that stand behind all others, as Python writes them. */
const lastMembers = new RegExp(String.raw`,(${member}(?:,${member})*)\}\s*$`);
