/**
 * The fakes: MCP servers that misbehave in one way each. `node test/fakes/NAME.ts [VARIANT [WORD…]] [--http | --sse]
 * [--modern] [--port N] [--journal FILE] [--ms N]`; over stdio without `--http` or `--sse`, which print their URL as the first
 * line on stdout. `--modern` speaks 2026-07-28 beside the legacy wire. `--journal` appends a JSON line for whatever
 * happens (`started`, `received`, `cancelled`, `http`, `http-closed`, `stdin-ended`, and what the fake says itself), each with
 * `what`, `at` and `pid`; the kit's `Journal` reads it.
 *
 * | case | fake | variants, tools |
 * |---|---|---|
 * | C01 | `slow` | tool `wait` {ms}; on stdio, `--http`, `--sse` |
 * | C02 | `slow` | tool `tick` {everyMs, times}: progress only to a token |
 * | C05 | `slow` | tools `wait` (answers late, whatever was cancelled), `fast` |
 * | C06 | `slow` | tool `wait` {ms: small}; `polite` says nothing once cancelled |
 * | C08 | `slow` | tools `wait`, `who` (pid, session id), `fast` |
 * | C09 | `slow`, `hangs` | tool `count` journals `counted` until cancelled, journal has `cancelled`; `hangs initialize` |
 * | C12 | `slow` | tool `late_progress` {everyMs}; journals `late-progress-sent` |
 * | C13 | `slow` | tool `tick` |
 * | C16 | `exits` | default (at once), `starts-late` with `--ms`; journal counts `started` |
 * | C18 | `stubborn` | default, `term`, `grandchild`, `wrapper`; journal has `grandchild` {child} |
 * | C20 | `exits` | `after-initialize`; `closes-stdin` with the tool `close_stdin` |
 * | C21 | `noise` | tool `flood` {bytes} |
 * | C24 | `slow` | `serial`: one thing at a time, ping included |
 * | C26 | `names` | tool `argv` gives back the words of its command line |
 * | C28 | `encoding` | tool `bad_bytes` {bytes: "latin"}; `exits`, `swallows` with the tool `echo`; tool `env` {name} |
 * | C29 | `noise` | `banner`; `glued` with the tool `hello` |
 * | C30 | `noise` | tool `dump` |
 * | C33 | `encoding` | tools `bad_bytes`, `split` |
 * | C34 | `huge` | tools `big` {bytes, chunkBytes, id: "last"}, `raw` {bytes, code}, `endless` |
 * | C37 | `exact` | tools `big`, `received`, `says_no`, `refuses`, `refuses_with_number`, `log`; the method `vendor/method` |
 * | C40 | `ids` | `text`, `zero`, `other`, `twice` with the tool `odd`; tool `wait` {ms, text} |
 * | C41 | `ids` | `null`, `none` with the tool `odd`; tool `wait` as the second call; `every` |
 * | C42 | `slow` | tool `wait` {ms, text} |
 * | C44 | `handshake` | `gated`, `deaf`; journals `initialized` |
 * | C45 | `optional` | `tools-only`, `no-templates`, `internal` |
 * | C46 | `handshake` | `refuses-text`, `refuses-data`, `older`, `future`; journal `http` has the headers |
 * | C48 | `exact` | tool `hologram` |
 * | C49 | `asks` | tools `elicit`, `sample`, `roots`, `fast`; `--ms` to wait |
 * | C52 | `sessions` | `404`, `404-null`, `404-empty`, `400`, `401`, `503`; how many calls first; `always` |
 * | C53 | none | the gateway's own side; behind it any fake, say `names` |
 * | C54 | `streams` | `get-text`, `get-closes`, `get-405`, `get-retry`; journal `http` counts GETs |
 * | C56 | `streams` | `late-headers`, `quiet` with `--ms`, tools `long`, `send`; also `ends`, `cuts` |
 * | C58 | `sse-shapes` | `lf`, `crlf`, `cr`, `cut`, `bytes`, `pretty`, `nospace`, `comments`, `character`, `bom` |
 * | C61 | `acks` | `202`, `200-empty`, `200-null`, `204`, `202-text`, `200-id-null` |
 * | C69 | `optional` | `ping-32601`, `ping-32600`, `ping-32603`, `ping-404`, `ping-silent` |
 * | C78 | `commits` | `silent`, `closes`, `reset`, `503`, `500`, `429`, `refuses`; how often; tools `send`, `find`, `put`, `plain`; journals `attempted`, `committed` |
 * | C84 | `lists` | `pages`, `flaky`, `broken` |
 * | C85 | `lists` | `same`, `alternate`, `fresh`, `grows` |
 * | C86 | `lists` | `changes`, `quiet`, `silent` with the tool `change` {how: add, remove, schema, burst, during} |
 * | C94 | `names` | `A`, `B`: tool `send` says which one it is |
 * | C114 | `odd-errors` | one tool a kind |
 * | C117 | `odd-errors` | tools `typed`, `modern_code`, `hopeful`, `ends_all`, `own_words`; `as-result`, `as-32000` |
 * | C117 | `refusals` | tools `refuses`, `strict`, `too_short`, `refuses_32602`, `refuses_32000`, `names_field`, `fails`, `lenient` |
 * | C118 | `odd-errors` | tools `disk_full`, `prefixed`, `stray` |
 * | C120 | `leaks` | `dies`, and one tool a way out |
 * | C121 | `leaks` | tools `result`, `error`, `is_error`, `split`, `keys`, `encoded`, `page`; `SECRET` from the environment |
 * | C122 | none | a table for the redaction itself |
 * | C124 | `leaks` | tool `long` {token}; `dies-in-pieces` |
 * | C125 | `broken-http` | `404`, `500`, `502`, `401`, `403`, `reset`, `html`, `not-json`, `empty`, `null`, `202`, `stream-empty`, `redirect`, `no-type`; then the methods; for a TLS error write `https:` before the URL of any fake |
 * | C126 | `names`, `hangs`, `broken-http`, `stubborn`, `exits` | `exits first 2`, `hangs tools/list`, `broken-http 401 initialize`, `stubborn term` |
 * | C128 | `odd-errors`, `slow` | our host side; tools `disk_full`, `fast` |
 * | moments | `moments` | METHOD, what, `before` or `after`, how often; tools `echo`, `die`; journals `asked`, `heard` |
 * | neighbours | `neighbours` | a tool for each state of a host and each trouble that another makes; `--ms` to open |
 * | share | `watched` | tools `touch` {uri}, `subscribed`, `die` |
 * | secrets | `tells` | the variant is a JSON file of texts; a tool a way out |
 */
export { fakeNames, fakePath, type FakeName } from './fake-path.ts';
