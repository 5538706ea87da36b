import { describe, expect, it } from 'vitest';

import { parseLossless } from '../lossless-json.ts';
import { deepAround, strictAround } from './around-asked.ts';
import { createRedactor } from './redact/index.ts';

const redactor = createRedactor([{ value: 'Xk29-fQ77-pL03', named: true }]);
const path = '/home/alice/projects/site/new/index.html';

// E6, E7
describe('strictAround', () => {
  it.each([
    [path, `ENOENT: no such file or directory, open '${path}'`],
    [path, 'Parent directory does not exist: /home/alice/projects/site/new'],
    [String.raw`C:\Users\alice\notes\a.md`, String.raw`Cannot open C:\Users\alice\notes\a.md.`],
    ['/srv/apps', 'cannot copy /srv/apps to "/srv/apps", or `/srv/apps`'],
    ['/srv/apps', '"/srv/apps is a directory"'],
    ['/srv/apps/a.txt', '"/srv/apps/a.txt is a directory"'],
    ['/srv/apps/a.txt', "'/srv/apps/a.txt: not found'"],
    ['/srv/apps/a.txt', '/srv/apps/a.txt read/write denied'],
    ['/srv/apps/a.txt', '"/srv/apps/a.txt, /srv/apps"'],
    ['/srv/apps/a.txt', '"/srv/apps/a.txt:12:3: unexpected end"'],
    ['/srv/apps/a.txt', String.raw`{\"path\":\"/srv/apps/a.txt\"}`],
    ['http://localhost:5173/login', 'Nothing answers at http://localhost:5173/login.'],
  ])('leaves what the call has named: %s', (asked, text) => {
    expect(strictAround(text, [asked], redactor)).toBe(text);
    expect(strictAround(text, [], redactor)).not.toBe(text);
  });

  it('does not show the beginning of a longer path with blanks', () => {
    expect(strictAround('open /home/bob/My Documents/x.pdf', ['/home/bob/My'], redactor)).not.toContain('/home/bob');
  });

  it.each([
    [path, `open '${path}.key' failed`, "open '[path]/index.html.key' failed"],
    [path, `${path} is not in /srv/app/files`, `${path} is not in [path]/files`],
    ['/home/alice', 'open /home/alice/.ssh/id_rsa', 'open [path]/id_rsa'],
    ['/home/', 'open /home/alice/a.md', 'open [path]/a.md'],
    [
      '/srv/app/tool.py',
      'Traceback (most recent call last):\n  File "/srv/app/tool.py", line 3, in find\n    connect(key)\nKeyError: 1',
      'KeyError: 1',
    ],
    ['/srv/Xk29-fQ77-pL03/a', 'open /srv/Xk29-fQ77-pL03/a', 'open /srv/[redacted]/a'],
    ['/srv/apps', "open '/srv/apps data/private/keys.json'", "open '[path]/keys.json'"],
    ['/srv/apps/a.txt', 'cp /srv/apps/a.txt /srv/apps/secret/b.txt', 'cp /srv/apps/a.txt [path]/b.txt'],
    ['https://db.corp', 'see https://db.corp:8443/internal/x', 'see https://[host]'],
    ['/home/bob/My', 'open "/home/bob/My Documents/Taxes/x.pdf"', 'open "[path]/x.pdf"'],
    ['http://bob:hunter2@db.corp/x', 'no http://bob:hunter2@db.corp/x', 'no http://[host]'],
    ['notion://page?token=hunter2A', 'no notion://page?token=hunter2A', 'no notion://page?token=[redacted]'],
  ])('takes out what it has not named, and secrets: %s', (asked, text, told) => {
    expect(strictAround(text, [asked], redactor)).toBe(told);
  });
});

describe('deepAround', () => {
  const data = {
    content: [
      { type: 'text', text: `No such file: ${path}` },
      { type: 'text', text: 'tried /srv/app/other.html' },
    ],
    structuredContent: { path, size: 1 },
  };

  it('leaves what the call has named, in data', () => {
    expect(deepAround(data, [path, 'next'], redactor, 'strict')).toEqual({
      ...data,
      content: [data.content[0], { type: 'text', text: 'tried [path]/other.html' }],
    });
  });

  it('masks secrets around it, and keeps the digits of numbers', () => {
    const value = parseLossless(`{"at":"${path} Xk29-fQ77-pL03","password":"hunter2","n":1.0}`);

    expect(JSON.stringify(deepAround(value, [path], redactor, 'strict'))).toBe(
      JSON.stringify(parseLossless(`{"at":"${path} [redacted]","password":"[redacted]","n":1.0}`)),
    );
  });

  it('does not take a character of the text for what was asked', () => {
    expect(deepAround([`${path} \u{e000}`, '\u{e001}'], [path], redactor, 'strict')).toEqual([
      '[path]/index.html \u{e000}',
      '\u{e001}',
    ]);
  });
});
