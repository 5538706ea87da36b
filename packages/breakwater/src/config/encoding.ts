/** What reading a file's bytes as text gave. */
export type Decoded =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string; readonly hint: string; readonly before: string };

const saveAsUtf8 =
  'Save the file as UTF-8: in PowerShell with `Set-Content -Encoding utf8`, in an editor with "Save with encoding". A byte order mark is fine.';

/** Reads UTF-8 with or without a byte order mark, and names any other encoding instead of guessing at its content. */
export function decode(bytes: Uint8Array): Decoded {
  const other = otherEncoding(bytes);
  if (other !== undefined) {
    return { ok: false, message: `The file is encoded as ${other}; expected UTF-8.`, hint: saveAsUtf8, before: '' };
  }
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    const lenient = new TextDecoder().decode(bytes);
    return {
      ok: false,
      message:
        'The file is not valid UTF-8 from here on; it may have been saved in an older encoding such as GBK or Windows-1252.',
      hint: saveAsUtf8,
      before: lenient.slice(0, Math.max(0, lenient.indexOf('\ufffd'))),
    };
  }
}

function otherEncoding(bytes: Uint8Array): string | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'UTF-32 LE' : 'UTF-16 LE';
  if (a === 0xfe && b === 0xff) return 'UTF-16 BE';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'UTF-32 BE';
  // Without a mark: JSON begins with an ASCII character, whose other byte or bytes are zero.
  if (a !== 0 && b === 0) return c === 0 && d === 0 ? 'UTF-32 LE' : 'UTF-16 LE';
  if (a === 0 && b !== undefined) return b === 0 && c === 0 ? 'UTF-32 BE' : 'UTF-16 BE';
  return undefined;
}
