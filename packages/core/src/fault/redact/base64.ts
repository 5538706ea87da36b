/** From this length on a run of base64 or hexadecimal is data, no identifier. */
const longestShown = 200;

/** Replaces long runs of base64 and hexadecimal by their size; nobody reads them and models pay for them. */
export function withoutBinary(text: string): string {
  if (text.length < longestShown && !text.includes(';base64,')) return text;
  return text
    .replace(
      /\bdata:([\w.+-]{1,64}\/[\w.+-]{1,64})?(?:;[\w.=+-]{1,64}){0,4};base64,([A-Za-z0-9+/=_-]{32,})/g,
      (_whole, type: string | undefined, data: string) => sizeOf(data, type),
    )
    .replace(
      /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{32,}(?:\r?\n[A-Za-z0-9+/_-]{32,})*(?:\r?\n[A-Za-z0-9+/_-]{1,31}(?==|\s|$))?={0,2}/g,
      (run: string) => {
        // A short last line that is a word belongs to the text behind the data.
        const behind = /\r?\n[A-Z]?[a-z]{0,30}$/.exec(run)?.[0] ?? '';
        const data = run.slice(0, run.length - behind.length).replace(/\s/g, '');
        return data.length > longestShown && isData(data) ? sizeOf(data) + behind : run;
      },
    );
}

/** All kinds of characters and few slashes: not a long path, a ruler or one letter again and again. */
function isData(run: string): boolean {
  const sample = run.slice(0, 4_096);
  if (/^[0-9a-f]+$/i.test(sample)) return /\d/.test(sample) && /[a-f]/i.test(sample);
  const slashes = sample.split('/').length - 1;
  return /[a-z]/.test(sample) && /[A-Z]/.test(sample) && /\d/.test(sample) && slashes < sample.length / 12;
}

function sizeOf(data: string, type?: string): string {
  const bare = data.replace(/=+$/, '');
  const hex = /^[0-9a-f]+$/i.test(bare.slice(0, 4_096)) && /^[0-9a-f]+$/i.test(bare);
  const bytes = hex ? Math.floor(bare.length / 2) : Math.floor((bare.length * 3) / 4);
  return `[${type === undefined ? '' : `${type}, `}${bytes} bytes of ${hex ? 'hexadecimal' : 'base64'}]`;
}
