// What a browser that is too old runs: the first scripts of the app's page and of the console's, one after the other.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { oldBrowserCheck } from './old-browsers.ts';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '..', '..', path), 'utf8');

/** What the console's build adds to its public/. */
function builtForConsole(): Map<string, string> {
  const built = new Map<string, string>();
  const emitFile = ({ fileName, source }: { fileName: string; source: Buffer }) =>
    built.set(fileName, source.toString());
  (oldBrowserCheck().generateBundle as unknown as () => void).call({ emitFile });
  return built;
}

interface Page {
  /** Of the element of the whole page. */
  root: Record<string, string>;
  /** The scripts that were added. */
  added: unknown[];
}

/** A browser without what the app needs, which demands trusted types where it has them, as the server's pages say. */
function visit(
  scripts: readonly string[],
  { hasTrustedTypes, isOld = true }: { hasTrustedTypes: boolean; isOld?: boolean },
): Page {
  const root: Record<string, string> = {};
  const added: unknown[] = [];
  const documentElement = Object.assign(root, {
    setAttribute: (name: string, value: string) => void (root[name] = value),
    removeAttribute: (name: string) => delete root[name],
  });
  const script = {
    set src(url: unknown) {
      if (hasTrustedTypes && typeof url === 'string') throw new TypeError('This document requires a TrustedScriptURL');
      added.push(url);
    },
  };
  const createPolicy = (_: string, { createScriptURL }: { createScriptURL: (url: string) => string }) => ({
    createScriptURL: (url: string) => ({ url: createScriptURL(url) }),
  });
  const browser: Record<string, unknown> = {
    CSS: { supports: () => !isOld },
    DecompressionStream: () => undefined,
    document: {
      documentElement,
      createElement: () => script,
      head: { appendChild: () => undefined },
      querySelector: () => null,
    },
    localStorage: { getItem: () => null },
    location: { hash: '' },
    matchMedia: () => ({ matches: true }),
    navigator: { language: 'ja', languages: ['ja'] },
    ...(hasTrustedTypes && { trustedTypes: { createPolicy } }),
  };
  for (const text of scripts) runInNewContext(text, Object.assign(browser, { window: browser }));
  return { root, added };
}

const app = [read('web/public/start.js')];
const built = builtForConsole();
const desk = [built.get('app-start.js')!, read('console/public/start.js')];

test.each([
  ['the app', app, 'ja'],
  ['the console', desk, 'en'],
])('%s tells a browser that is too old', (_, scripts, lang) => {
  for (const [hasTrustedTypes, address] of [
    [false, '/too-old.js'],
    [true, { url: '/too-old.js' }],
  ] as const) {
    const { root, added } = visit(scripts, { hasTrustedTypes });
    expect(root).toMatchObject({ 'data-too-old': '', lang });
    expect(added).toEqual([address]);
    expect(visit(scripts, { hasTrustedTypes, isOld: false }).added).toEqual([]);
  }
});

test('the console has the app’s own files, asks for them first, and keeps its own looks', () => {
  expect(built.get('too-old.js')).toBe(read('web/public/too-old.js'));
  const asked = [...read('console/index.html').matchAll(/src="([^"]+)"/g)].map(([, path]) => path);
  expect(asked).toEqual(['/app-start.js', '/start.js', '/src/main.tsx']);
  const { root } = visit(desk, { hasTrustedTypes: true, isOld: false });
  expect(root).toMatchObject({ lang: 'en', dir: 'ltr', 'data-theme': 'dark' });
  expect(root).not.toHaveProperty('data-colors');
});

test('old browsers can read what they are told with', () => {
  const modern = /=>|`|\?\.|\?\?|\b(?:let|const|class|async|await)\b|\bcatch \{|\.\.\./;
  for (const text of [...app, ...desk, read('web/public/too-old.js')]) {
    expect(text.replaceAll(/^\s*\/\/.*$|'[^'\n]*'/gm, '')).not.toMatch(modern);
  }
});
