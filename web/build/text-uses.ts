// Which screens say which texts: what nothing says any more, and what one product takes from another's texts.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Source {
  /** From the root of the repository: `web/src/options/tape.tsx`. */
  path: string;
  code: string;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The app, and the code that names the kinds, states and refusals which texts are for. */
export const readSources = (): Source[] =>
  globSync('{web,wire,proof}/src/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !/\.test\.|test-support|glossary\.ts$/.test(path))
    .map((path) => ({ path, code: readFileSync(`${root}${path}`, 'utf8') }));

/** Keys that stand nowhere, neither whole nor as a template whose open parts are words of the code. */
export function findUnused(keys: readonly string[], sources: readonly Source[]): string[] {
  const app = sources.filter(({ path }) => path.startsWith('web/')).flatMap((source) => usesOf(source));
  const whole = new Set(app.filter((use) => use.parts.length === 1).map(({ parts }) => parts[0]!));
  const templates = app.filter((use) => use.parts.length > 1).map(({ parts }) => formOf(parts));
  const words = new Set(sources.flatMap(({ code }) => wordsOf(code)));
  return keys.filter((key) => {
    if (whole.has(key)) return false;
    return !templates.some((form) =>
      form
        .exec(key)
        ?.slice(1)
        .every((word) => words.has(word)),
    );
  });
}

/** Uses of a product's texts by a folder that may not know the product. */
export function findBorrowed(sources: readonly Source[], products: readonly string[], lenders: Lenders): string[] {
  const uses = sources.flatMap((source) =>
    usesOf(source).map(({ parts }) => ({ path: source.path, key: parts.join('…') })),
  );
  return uses
    .filter(({ path, key }) => {
      const [, , folder = ''] = path.split('/');
      const [area = ''] = key.split('.', 1);
      return products.includes(area) && folder !== area && !lenders[folder]?.includes(area);
    })
    .map(({ path, key }) => `${path} says ${key}`);
}

/** By folder: the products whose texts it may use besides its own. */
export type Lenders = Readonly<Record<string, readonly string[]>>;

/** What stands between the open parts of a key; one part where all of it is written out. */
interface Use {
  parts: string[];
}

const literal = /(['"`])([a-z]+\.(?:[\w-]|\$\{[^}]*\})+)\1/gi;

function usesOf({ path, code }: Source): Use[] {
  if (!path.startsWith('web/')) return [];
  return [...code.matchAll(literal)].map(([, , key]) => ({ parts: key!.split(/\$\{[^}]*\}/) }));
}

function formOf(parts: readonly string[]): RegExp {
  const escaped = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${escaped.join('([\\w-]+)')}$`);
}

/** All that is quoted or the name of a property: kinds, states, codes. */
const wordsOf = (code: string): string[] =>
  [...code.matchAll(/(['"`])([\w-]+)\1|(?<![\w-])([\w-]+)\??:/g)].map(([, , quoted, name]) => quoted ?? name!);
