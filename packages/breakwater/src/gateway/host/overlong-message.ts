import { findMember, membersOf, metaKeys, type Era } from '@breakwater/core';

/** What can be told of a message that is cut, or of which only both ends were kept; a member of the message itself, never one of its arguments. */
export interface OverlongMessage {
  /** Raw JSON text. */
  readonly id: string | undefined;
  /** Whether it is a request or a notification, also a bad one whose method is no text, and no answer. */
  readonly isCall: boolean;
  /** Whether it is known to be an answer. */
  readonly isAnswer: boolean;
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
  const members = membersOf(head, start);
  const cut = cutName.exec(head.slice(members.at(-1)?.value.end ?? start))?.[1];
  const names = [...members, ...membersOf(end, 0)].map(({ key }) => key).concat(cut ?? []);
  const isModern = [head, tail].some((text) => text.includes(metaKeys.protocolVersion));
  const isCall = names.includes('method') || names.includes('params');
  return {
    id: find('id'),
    isCall,
    isAnswer: !isCall && (names.includes('result') || names.includes('error')),
    era: isModern ? 'modern' : 'legacy',
  };
}

/** The name of the member whose value goes on beyond the head. */
const cutName = /^\s*[{,]\s*"(\w+)"\s*:/;
const member = String.raw`\s*"(?:jsonrpc|id|method)"\s*:\s*(?:"(?:[^"\\]|\\.)*"|-?\d+)\s*`;
/** The short members of a message that stand behind all others, as Python writes them. */
const lastMembers = new RegExp(String.raw`,(${member}(?:,${member})*)\}\s*$`);
