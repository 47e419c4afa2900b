// The files of a copy: each table twice, for programs and for spreadsheets, what products add, and a note that says what is what.
import type { Uuid } from '@candor/wire';
import { csvLine } from '../kit/csv.ts';
import type { Database } from '../kit/postgres.ts';
import type { HeldAbout } from '../kit/product.ts';
import { textOf, type Language } from '../kit/texts.ts';
import type { ZipFile } from '../kit/zip.ts';
import { readHeldRows, type HeldTable } from './held-tables.ts';
import { jsonCell } from './rules.ts';

export interface ArchiveParts {
  /** Within one transaction, so that all files tell of one moment. */
  database: Database;
  tables: readonly HeldTable[];
  /** By the folder that each gets: the account, and the experience account where there is one. */
  accounts: readonly { folder: string; accountId: Uuid }[];
  held: readonly HeldAbout[];
  language: Language;
}

export async function* archiveFiles(parts: ArchiveParts): AsyncGenerator<ZipFile> {
  const { accounts, tables, held, language } = parts;
  yield { name: 'README.txt', content: [textOf(language, 'data-export.readme')] };
  for (const { folder, accountId } of accounts) {
    for (const table of tables) {
      const rows = (): AsyncGenerator<readonly (string | null)[][]> => readHeldRows(parts.database, table, accountId); // oxfmt-ignore
      const name = `${folder}/${table.name.replaceAll('_', '-')}`;
      yield { name: `${name}.json`, content: asJson(table, rows()) };
      yield { name: `${name}.csv`, content: asCsv(table, rows()) };
    }
    for (const heldAbout of held)
      for await (const { name, content } of heldAbout(accountId))
        yield { name: `${folder}/${name}`, content: [content] };
  }
}

async function* asJson({ columns }: HeldTable, pages: AsyncIterable<readonly (string | null)[][]>) {
  const names = columns.map(({ name }) => JSON.stringify(name));
  let before = '[\n';
  for await (const rows of pages) {
    const lines = rows.map((cells) => `{${cells.map((cell, place) => `${names[place]}:${jsonCell(cell, columns[place]!.type)}`).join(',')}}`); // oxfmt-ignore
    yield before + lines.join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

async function* asCsv({ columns }: HeldTable, pages: AsyncIterable<readonly (string | null)[][]>) {
  // The mark by which spreadsheets know UTF-8.
  yield `\ufeff${csvLine(columns.map(({ name }) => name))}`;
  for await (const rows of pages) yield rows.map((cells) => csvLine(cells.map((cell) => cell ?? ''))).join('');
}
