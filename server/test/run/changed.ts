// What a change reaches, for `npm test -- --changed`: test files that import what differs from main, however far away, and the
// journeys of the products that it belongs to. A part without a list is run whole.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { specifiersOf, targetOf } from '../../../import-targets.ts';
import { repository } from './processes.ts';

/** Files for each part of the gate; undefined where all are meant. */
export interface Reached {
  tests: readonly string[] | undefined;
  app: readonly string[] | undefined;
  browser: readonly string[] | undefined;
}

const source = /\.(?:ts|tsx|mjs)$/;
/** They say nothing to a program. */
const prose = /\.md$|^deploy\//;
/** What a server or the app is made of: journeys are led through it without importing it. */
const product = /^(?:web|console|server|wire|chain|proof)\/src\/(?:([^/]+)\/)?/;
const ofJourneys = /^e2e\/(?:support\/|playwright\.config)/;

/** What differs from main, committed or not, and is no test's result. */
export function changedFiles(): string[] {
  const git = (...args: string[]): string[] =>
    execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).split('\n').filter(Boolean);
  const [base = 'HEAD'] = git('merge-base', 'main', 'HEAD');
  return [...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')])];
}

export function reachedBy(changed: readonly string[]): Reached {
  const told = changed.filter((path) => !prose.test(path));
  const importers = (known ??= readImporters());
  const reached = new Set(told);
  // A set hears of what is added while it is walked.
  for (const path of reached) for (const importer of importers.get(path) ?? []) reached.add(importer);
  const ofReached = (pattern: RegExp): string[] => [...reached].filter((path) => pattern.test(path) && isThere(path));
  const others = told.filter((path) => !source.test(path));
  const isUnderAll = told.some((path) => /^[^/]+\.(?:json|mjs)$/.test(path));
  // Tables, texts, pages of the docs: nobody imports them.
  const isUnderServer = isUnderAll || others.some((path) => !/^(?:web|console|e2e)\//.test(path));
  const isUnderApp = isUnderAll || others.some((path) => path.startsWith('web/'));
  const journeys = ofReached(/^e2e\/[^/]+\.spec\.ts$/);
  return {
    tests: isUnderServer ? undefined : ofReached(/^(?!web\/).*\.test\.ts$/),
    app: isUnderApp ? undefined : ofReached(/^web\/.*\.test\.tsx?$/),
    browser: isUnderServer || isUnderApp ? undefined : journeysOf(told, journeys),
  };
}

/** Of the gate's journeys those that a change is in, and those that are named after its folder; all where a folder has none. */
function journeysOf(changed: readonly string[], own: readonly string[]): string[] | undefined {
  const specs = globSync('e2e/*.spec.ts', { cwd: repository })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => readFileSync(join(repository, path), 'utf8').includes(`'@gate'`));
  const chosen = new Set(own.filter((path) => specs.includes(path)));
  for (const path of changed) {
    if (/\.test(?:-support)?\.tsx?$/.test(path)) continue;
    if (ofJourneys.test(path)) return undefined;
    const match = product.exec(path);
    if (!match) continue;
    const named = specs.filter((spec) => match[1] !== undefined && basename(spec).startsWith(match[1]));
    if (named.length === 0) return undefined;
    for (const spec of named) chosen.add(spec);
  }
  return [...chosen].toSorted();
}

/** Read once. */
let known: Map<string, string[]> | undefined;

/** Of each file those that import it. */
function readImporters(): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  const exclude = (path: string): boolean => /(^|\/)(node_modules|dist|results)$/.test(path);
  for (const found of globSync('**/*.{ts,tsx,mjs}', { cwd: repository, exclude })) {
    const path = found.replaceAll('\\', '/');
    for (const specifier of specifiersOf(readFileSync(join(repository, path), 'utf8'))) {
      const target = targetOf(path, specifier);
      if (target !== undefined) importers.set(target, [...(importers.get(target) ?? []), path]);
    }
  }
  return importers;
}

const isThere = (path: string): boolean => existsSync(join(repository, path));
