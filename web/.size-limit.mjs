// What a page loads, as the built files themselves say it: gzip, against its budget. e2e/page-weight.spec.ts asks a browser.
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('dist/', import.meta.url);
const read = (path) => readFileSync(new URL(path, folder), 'utf8');
const budgets = JSON.parse(readFileSync(new URL('page-budgets.json', import.meta.url), 'utf8'));
const html = read('index.html');
const listed = /name="candor-files" content="([^"]*)"/.exec(html)?.[1] ?? '{}';
const { texts, screens, parts } = JSON.parse(listed.replaceAll('&quot;', '"'));
const assets = readdirSync(new URL('assets', folder)).filter((name) => name.endsWith('.js'));

/** A language comes in parts: those that several pages wait for, and each product's own. */
const partBudgets = { first: 7, market: 4, more: 7 };
const ownPartBudget = 4;

/** The files that a file imports, as far as it goes; what it imports later is named by who uses this. */
const withImports = (names, found = new Set()) => {
  for (const name of names) {
    if (found.has(name)) continue;
    found.add(name);
    const imports = read(`assets/${name}`).matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g);
    withImports([...imports].map(([, path]) => path), found); // oxfmt-ignore
  }
  return found;
};

/** The files of a name, of which there is at least one. */
const chunks = (name) => {
  const found = assets.filter((file) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(file));
  if (found.length === 0) throw new Error(`There is no file called ${name}.`);
  return found;
};
const nameOf = (path) => path.replace('/assets/', '');
const always = [...html.matchAll(/src="\/assets\/([^"]+\.js)"/g)].map(([, name]) => name);
/** What a page with prices loads soon after it is shown, and what it loads then for whoever is logged in. */
const prices = ['feed-worker'];
const own = ['event-handlers', 'event-rules', 'running-count'];
const chart = ['candle-chart', 'drawing-bar'];

const page = (name, path, { soon = prices, later = [], wordParts = [] } = {}) => ({
  name,
  path: [
    'dist/start.js',
    ...[
      ...withImports([
        ...always,
        ...['first', ...parts[path], ...wordParts].map((part) => nameOf(texts.en[part])),
        ...screens[path].map(nameOf),
        ...[...soon, ...later].flatMap(chunks),
      ]),
    ].map((file) => `dist/assets/${file}`),
  ],
  limit: `${budgets[name]} kB`,
  gzip: true,
});

const cfd = { later: [...own, ...chart, 'contracts-trading'], wordParts: ['contracts'] };

// oxlint-disable-next-line import/no-default-export
export default [
  page('home', '/home', { later: ['announcement-banner'] }),
  page('options', '/contracts', { later: [...own, ...chart] }),
  page('CFD', '/contracts', cfd),
  page('CFD with its ticket open', '/contracts', { ...cfd, later: [...cfd.later, 'sheet-panel'] }),
  page('swap', '/exchange', { later: own }),
  page('login', '/login', { soon: [] }),
  page('register', '/register', { soon: [] }),
  ...Object.entries(texts).flatMap(([language, files]) =>
    Object.entries(files).map(([part, path]) => ({
      name: `${part} in ${language}`,
      path: `dist${path}`,
      limit: `${partBudgets[part] ?? ownPartBudget} kB`,
      gzip: true,
    })),
  ),
];
