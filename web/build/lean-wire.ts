// The app needs the names and paths of calls, not their schemas, the English words about them or what each can refuse. Those go before
// the bundler looks; what is then unused, it drops. The schemas that the app does check with, of receipts, stand in files of their own
// and stay in the chunk that checks.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import type { ESTree } from 'vite';
import type { Plugin } from 'vitest/config';
import type { VitestPluginContext } from 'vitest/node';

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Of a call or an event: what only servers and documentation read. */
const unread = new Set(
  'summary who isDemoOnly isForFrozen needsStepUp weight payload reply selfIds refusals statusOf notify'.split(' '),
);

const ofRefusals = new Set(['http', 'text']);

/** Some of it may be read all the same, e.g. by a page that offers operators what they may ask for. */
export const leanWire = (keeps: readonly string[] = []): Plugin => ({
  name: 'candor-lean-wire',
  enforce: 'pre',
  // The one file whose code comes of others beside it, which a test's cache would not see change.
  configureVitest: ({ defineCacheKeyGenerator }: VitestPluginContext) =>
    defineCacheKeyGenerator(({ id }) => (id.endsWith('/wire/src/refusals.ts') ? false : undefined)),
  transform: (code, id) =>
    /\/wire\/src\/[^?]*$/.test(id.replaceAll('\\', '/')) ? leanTables(id, code, keeps) : undefined,
});

/** The code of a file of wire without what the app does not read, and with the rest marked as free of effects while it loads, as all of wire is. */
export function leanTables(path: string, code: string, keeps: readonly string[] = []): string {
  const dropped = new Set([...unread].filter((name) => !keeps.includes(name)));
  const { program } = parseSync(path, code);
  const edits = program.body.flatMap((statement) => pureEdits(statement));
  new Visitor({
    CallExpression({ callee, arguments: [table], start, end }) {
      // The names in a table of schemas, without the schemas.
      const keys = code.slice(callee.start, callee.end) === 'Object.keys' && keysOf(program, table);
      if (keys) edits.push({ start, end, text: JSON.stringify(keys) });
      const isTable = callee.type === 'Identifier' && /^define[A-Z]/.test(callee.name);
      if (isTable && table?.type === 'ObjectExpression') edits.push(...without(table, dropped, code));
    },
    // What a refusal says in English and by which status: screens have words of their own and ask for neither.
    // Of one that says no more, its code is left.
    ObjectExpression(row) {
      const [first] = row.properties;
      const isRefusal = first?.type === 'Property' && nameOf(first.key) === 'http';
      edits.push(...row.properties.flatMap((each) => refusalsIn(each, path)));
      if (!isRefusal) return;
      const isBare = row.properties.every((each) => each.type === 'Property' && ofRefusals.has(nameOf(each.key)));
      edits.push(...(isBare ? [{ start: row.start, end: row.end, text: '0' }] : without(row, ofRefusals, code)));
    },
  }).visit(program);
  // From the last on, so that the places of those before stay right; where two begin alike, what replaces before what is put before it.
  edits.sort((left, right) => right.start - left.start || right.end - left.end);
  return edits.reduce((rest, { start, end, text }) => rest.slice(0, start) + text + rest.slice(end), code);
}

/** Where a product's file of refusals is spread into the table of all, its rows: a table for each would make every page longer. */
function refusalsIn(property: ESTree.ObjectPropertyKind, path: string): Edit[] {
  if (property.type !== 'SpreadElement' || property.argument.type !== 'Identifier') return [];
  const [, file] = /^(\w+)Refusals$/.exec(property.argument.name) ?? [];
  if (!file) return [];
  const beside = join(dirname(path), `${file}-refusals.ts`);
  const [, rows] = /Refusals = [^{]*\{(.*?),?\s*\} as const/s.exec(leanTables(beside, readFileSync(beside, 'utf8')))!;
  return [{ start: property.start, end: property.end, text: rows! }];
}

/** Of a constant of the file that is written out as an object. */
function keysOf({ body }: ESTree.Program, table: ESTree.Node | undefined): string[] | undefined {
  const declared = body.flatMap((each) => (each.type === 'VariableDeclaration' ? each.declarations : []));
  const named = declared.find(({ id }) => id.type === 'Identifier' && id.name === (table && nameOf(table)));
  if (named?.init?.type !== 'ObjectExpression') return undefined;
  const keys = named.init.properties.map((each) => (each.type === 'Property' ? keyOf(each.key) : ''));
  return keys.includes('') ? undefined : keys;
}

/** Without these of its properties, each with its comma. */
const without = (table: ESTree.ObjectExpression, names: ReadonlySet<string>, code: string): Edit[] =>
  table.properties
    .filter((each) => each.type === 'Property' && names.has(nameOf(each.key)))
    .map(({ start, end }) => ({ start, end: end + /^\s*,?/.exec(code.slice(end))![0].length, text: '' }));

/** Whatever a constant of the file is computed by becomes one call that the bundler may drop. */
function pureEdits(statement: ESTree.Statement): Edit[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declared?.type !== 'VariableDeclaration') return [];
  return declared.declarations.flatMap(({ init }) => {
    if (!init || plain.has(init.type)) return [];
    const [before, after] = ['/* @__PURE__ */ (() => (', '))()'];
    return [
      { start: init.start, end: init.start, text: before },
      { start: init.end, end: init.end, text: after },
    ];
  });
}

const plain = new Set(['Literal', 'ArrowFunctionExpression', 'Identifier', 'TemplateLiteral']);

const keyOf = (key: ESTree.Node): string =>
  key.type === 'Literal' && typeof key.value === 'string' ? key.value : nameOf(key);
const nameOf = (key: ESTree.Node): string => (key.type === 'Identifier' ? key.name : '');
