// A product as somebody would add it, with all parts that one can have: pots, USDT that is set aside for a week and comes back with what it
// earned, with a receipt of its end. Its own files stand below toy-pots/ as they would in the repository; here are its lines in files that
// are there.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '../../src/kit/texts.ts';
import type { Become, Line, RepositoryCopy } from './repository-copy.ts';

const folder = join(import.meta.dirname, 'toy-pots');

/** Its own files, by their path in the repository. */
export const toyFiles: ReadonlyMap<string, string> = new Map(
  globSync('**/*.txt', { cwd: folder })
    .toSorted()
    .map((path) => [path.replaceAll('\\', '/').slice(0, -'.txt'.length), readFileSync(join(folder, path), 'utf8')]),
);

/** The new one goes before the one that is named. */
export const toyLines: readonly Line[] = [
  { path: 'wire/src/products.ts', before: "export * from './public-log.ts'", line: "export * from './pots.ts';" },
  { path: 'wire/src/ids.ts', before: "  purchase: 'pur'", line: "  pot: 'pot'," },
  { path: 'wire/src/refusals.ts', before: 'import type { RefusalKind }', line: "import { potsRefusals } from './pots-refusals.ts';" },
  { path: 'wire/src/refusals.ts', before: '  ...alertsRefusals', line: '  ...potsRefusals,' },
  { path: 'wire/src/receipts.ts', before: 'import type { WithoutIssuer }', line: "import { potReceipt } from './pot-receipt.ts';" },
  { path: 'wire/src/receipts.ts', before: '  swap: swapReceipt', line: '  pot: potReceipt,' },
  { path: 'proof/src/rules-of-kinds.ts', before: 'import type { ReceiptRules }', line: "import { potRules } from './pot-receipt.ts';" },
  { path: 'proof/src/rules-of-kinds.ts', before: '  swap: swapRules', line: '  pot: potRules,' },
  { path: 'server/src/products.ts', before: 'import { proof }', line: "import { pots } from './pots/pots.ts';" },
  { path: 'server/src/products.ts', before: '  demo,', line: '  pots,' },
  { path: 'web/src/shell/faces.ts', before: 'import { proofFace }', line: "import { potsFace } from '../pots/face.ts';" },
  { path: 'web/src/shell/faces.ts', before: '  demoFace,', line: '  potsFace,' },
  { path: 'console/src/text/order-names.ts', before: "  ticket: 'customers.ticket'", line: "  pot: 'customers.pot'," },
]; // oxfmt-ignore

/** In a language: its own texts, and its words in areas that are there. */
export const toyTexts = (language: string): Readonly<Record<string, Readonly<Record<string, string>>>> =>
  JSON.parse(readFileSync(join(folder, `texts/${language}.json`), 'utf8')) as ReturnType<typeof toyTexts>;
const consoleWords = {
  customers: { pot: 'Pot' },
  words: { 'movement_pot-filled': 'Pot: filled', 'movement_pot-income': 'Pot: income', 'movement_pot-returned': 'Pot: returned' },
}; // oxfmt-ignore

export const textPath = (language: string, area: string): string => `web/src/text/${language}/${area}.json`;

export const consoleTextPath = (area: string): string => `console/src/text/en/${area}.json`;

/** All of it. */
export function addToy(copy: RepositoryCopy): void {
  for (const [path, text] of toyFiles) copy.write(path, text);
  toyLines.filter(({ path }) => copy.has(path)).forEach(copy.addLine);
  for (const language of languages) {
    for (const [area, words] of Object.entries(toyTexts(language))) addWords(copy, textPath(language, area), words);
  }
  for (const [area, words] of Object.entries(consoleWords)) addWords(copy, consoleTextPath(area), words);
}

function addWords(copy: RepositoryCopy, path: string, words: Readonly<Record<string, string>>): void {
  const before = copy.has(path) ? (JSON.parse(copy.read(path)) as object) : {};
  copy.write(path, `${JSON.stringify({ ...before, ...words }, null, 2)}\n`);
}

/** Without one of its words. */
export const withoutWord =
  (word: string): Become =>
  (text) => {
    const { [word]: left, ...others } = JSON.parse(text) as Record<string, string>;
    assert.ok(left, `nothing says ${word}`);
    return `${JSON.stringify(others, null, 2)}\n`;
  };
