// What a first visit loads, as the built page itself lists it: gzip, against the limits of the brief.
import { readdirSync, readFileSync } from 'node:fs';

const html = readFileSync(new URL('dist/index.html', import.meta.url), 'utf8');
const listed = /name="candor-files" content="([^"]*)"/.exec(html)?.[1] ?? '{}';
const { texts, screens, parts } = JSON.parse(listed.replaceAll('&quot;', '"'));
const always = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path);
const chart = readdirSync(new URL('dist/assets', import.meta.url)).filter((name) => /^candle-chart-.*\.js$/.test(name));

const words = (path) => ['first', ...parts[path]].map((part) => texts.en[part]);

const limit = (name, kilobytes, paths) => ({
  name,
  path: [...new Set(paths)].map((path) => `dist${path}`),
  limit: `${kilobytes} kB`,
  gzip: true,
});

// oxlint-disable-next-line import/no-default-export
export default [
  limit('home', 150, [...always, ...words('/home'), ...screens['/home']]),
  limit('options with its chart', 225, [...always, ...words('/contracts'), ...screens['/contracts'], ...chart.map((name) => `/assets/${name}`)]), // prettier-ignore
  ...Object.entries(texts).map(([language, files]) => limit(`language ${language}`, 18, Object.values(files))),
];
