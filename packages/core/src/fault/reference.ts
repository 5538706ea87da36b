import { faultKinds } from './catalogue.ts';
import { drawTree, drawWalks, factsOf, pageOf, type KindPage } from './fault-page.ts';
import { textsOf, type Locale } from './locale/locale.ts';

/** Writes the reference of all kinds and codes as Markdown, tree included, from the catalogue and its texts alone. */
export function renderReference(locale: Locale): string {
  const { page: labels } = textsOf(locale);
  const pages = faultKinds.map((kind) => pageOf(kind, locale));
  return [
    `# ${labels.title}`,
    labels.intro,
    `## ${labels.treeTitle}`,
    `\`\`\`text\n${drawTree(locale)}\n\`\`\``,
    `## ${labels.tableTitle}`,
    renderTable(pages, locale),
    `## ${labels.kindsTitle}`,
    ...pages.map((page) => renderKind(page, locale)),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

function renderTable(pages: readonly KindPage[], locale: Locale): string {
  const { page: labels, terms } = textsOf(locale);
  const code = (number: number | undefined): string => (number === undefined ? labels.noCode : String(number));
  const header = [
    labels.kind,
    labels.legacy,
    labels.modern,
    labels.http,
    labels.passes,
    labels.retry,
    labels.mends,
    labels.action,
  ];
  const rows = pages.map(({ kind, legacy, modern, http, passes, retry, mends, action }) => [
    `[\`${kind}\`](#${kind})`,
    code(legacy),
    code(modern),
    String(http),
    terms.passes[passes],
    terms.retry[retry],
    terms.mender[mends],
    `\`${action}\``,
  ]);
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function renderKind(page: KindPage, locale: Locale): string {
  const { page: labels } = textsOf(locale);
  const { kind, message, advice } = page;
  const ways = drawWalks(page, locale);
  return [
    `### ${kind}`,
    `> ${message}\n>\n> ${advice}`,
    factsOf(page, locale)
      .map(([name, value]) => `- ${name}${labels.colon}${value}`)
      .join('\n'),
    `${labels.path}${labels.colon}`.trimEnd(),
    ways.map((way) => `- ${way}`).join('\n'),
  ].join('\n\n');
}
