// docs/asvs.md names every requirement of OWASP ASVS 5.0.0 at its levels 1 and 2 once, with a verdict, and with tests and files that are
// there; docs/inventories.md says what the source says.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { wordsOfThisPlace } from '../src/kit/passwords/weak-passwords.ts';
import { outwardAddresses } from '../src/production-rules.ts';

const repository = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(repository, path), 'utf8');

/** Chapter and section, and the numbers in it. */
const first = `
  1.2: 1 2 3 4 5; 1.3: 1 2; 1.5: 1; 2.1: 1; 2.2: 1 2; 2.3: 1; 3.2: 1 2; 3.3: 1; 3.4: 1 2; 3.5: 1 2 3; 4.1: 1; 4.4: 1; 5.2: 1 2;
  5.3: 1 2; 6.1: 1; 6.2: 1 2 3 4 5 6 7 8; 6.3: 1 2; 6.4: 1 2; 7.2: 1 2 3 4; 7.4: 1 2; 8.1: 1; 8.2: 1 2; 8.3: 1; 9.1: 1 2 3;
  9.2: 1; 10.4: 1 2 3 4 5; 11.3: 1 2; 11.4: 1; 12.1: 1; 12.2: 1 2; 13.4: 1; 14.2: 1; 14.3: 1; 15.1: 1; 15.2: 1; 15.3: 1;`;
const second = `
  1.1: 1 2; 1.2: 6 7 8 9; 1.3: 3 4 5 6 7 8 9 10 11; 1.4: 1 2 3; 1.5: 2; 2.1: 2 3; 2.2: 3; 2.3: 2 3 4; 2.4: 1; 3.3: 2 3 4;
  3.4: 3 4 5 6; 3.5: 4 5; 3.7: 1 2; 4.1: 2 3; 4.2: 1; 4.3: 1 2; 4.4: 2 3 4; 5.1: 1; 5.2: 3; 5.4: 1 2 3; 6.1: 2 3;
  6.2: 9 10 11 12; 6.3: 3 4; 6.4: 3 4; 6.5: 1 2 3 4 5; 6.6: 1 2 3; 6.8: 1 2 3 4; 7.1: 1 2 3; 7.3: 1 2; 7.4: 3 4 5; 7.5: 1 2;
  7.6: 1 2; 8.1: 2; 8.2: 3; 8.4: 1; 9.2: 2 3 4; 10.1: 1 2; 10.2: 1 2; 10.3: 1 2 3 4; 10.4: 6 7 8 9 10 11; 10.5: 1 2 3 4 5;
  10.6: 1 2; 10.7: 1 2 3; 11.1: 1 2; 11.2: 1 2 3; 11.3: 3; 11.4: 2 3 4; 11.5: 1; 11.6: 1; 12.1: 2 3; 12.3: 1 2 3 4; 13.1: 1;
  13.2: 1 2 3 4 5; 13.3: 1 2; 13.4: 2 3 4 5; 14.1: 1 2; 14.2: 2 3 4; 14.3: 2 3; 15.1: 2 3; 15.2: 2 3; 15.3: 2 3 4 5 6 7;
  16.1: 1; 16.2: 1 2 3 4 5; 16.3: 1 2 3 4; 16.4: 1 2 3; 16.5: 1 2 3; 17.1: 1; 17.2: 1 2 3 4; 17.3: 1 2;`;

const numbersIn = (list: string): string[] =>
  list
    .split(';')
    .map((section) => section.trim().split(': '))
    .flatMap(([section, numbers = '']) =>
      numbers
        .split(' ')
        .filter(Boolean)
        .map((number) => `${section}.${number}`),
    );

interface Row {
  number: string;
  level: string;
  verdict: string;
  evidence: string;
}
const page = read('docs/asvs.md');
const rows = page.split('\n').flatMap((line): Row[] => {
  const cells = line.split('|').map((cell) => cell.trim());
  const [, number = '', level = '', , verdict = '', evidence = ''] = cells;
  return /^\d+\.\d+\.\d+$/.test(number) && cells.length === 7 ? [{ number, level, verdict, evidence }] : [];
});
const numbersOf = (chosen: readonly Row[]): string[] => chosen.map(({ number }) => number);

test('every requirement of levels 1 and 2 is there once, with its level', () => {
  for (const [level, list, count] of [
    ['1', first, 70],
    ['2', second, 183],
  ] as const) {
    assert.equal(numbersIn(list).length, count);
    assert.deepEqual(numbersOf(rows.filter((row) => row.level === level)), numbersIn(list));
  }
  assert.equal(rows.length, 253);
});

test('every row has a verdict and says why, and the summaries count them', () => {
  const counted = ['met', '**not met**', 'does not apply'].map(
    (verdict) => rows.filter((row) => row.verdict === verdict).length,
  );
  assert.equal(
    counted.reduce((sum, count) => sum + count, 0),
    rows.length,
  );
  assert.ok(page.includes(`| both | ${counted.join(' | ')} |`), 'docs/asvs.md');
  const [met, notMet, none] = counted;
  assert.ok(
    read('docs/security.md').replaceAll(/\s+/g, ' ').includes(`${met} are met, ${notMet} are not, ${none} don't apply`),
    'docs/security.md',
  );
  for (const { number, evidence } of rows) assert.ok(evidence.length > 3, number);
});

test('what is not met stands in the list of gaps, and in that of docs/security.md', () => {
  const gaps = [...page.matchAll(/^(\d+)\. \*\*([\d., ]+)\*\*:/gm)].map(([, place, numbers]) => ({
    place,
    numbers: numbers!.split(', '),
  }));
  const listed = gaps.flatMap(({ place, numbers }) => numbers.map((number) => `${number}: gap ${place}`));
  const notMet = rows.filter(({ verdict }) => verdict === '**not met**');
  assert.deepEqual(notMet.map(({ number, evidence }) => `${number}: ${evidence}`).toSorted(), listed.toSorted());
  const held = read('docs/security.md');
  const summary = held.slice(held.indexOf('- ASVS 5.0.0'));
  assert.deepEqual((summary.match(/\d+\.\d+\.\d+(?!\d)/g) ?? []).slice(1).toSorted(), numbersOf(notMet).toSorted());
});

test('every file that is named is there, and every name of a test stands in its file', () => {
  const missing: string[] = [];
  for (const { number, evidence } of rows) {
    let text = '';
    for (const [, path, words] of evidence.matchAll(/`([^`]+)`|“([^”]+)”/g)) {
      if (path !== undefined) {
        const isPath = /^[\w./@-]+\/[\w./@-]+$|\.(?:ts|json)$/.test(path);
        if (
          isPath &&
          !path.endsWith('/') &&
          !path.startsWith('/') &&
          !existsSync(join(repository, path)) &&
          !builtLater.has(path)
        )
          missing.push(`${number}: ${path}`);
        text = isPath && existsSync(join(repository, path)) && path.endsWith('.ts') ? read(path) : text;
      } else if (text !== '' && !text.replaceAll("\\'", "'").includes(words!)) missing.push(`${number}: ${words}`);
    }
  }
  assert.deepEqual(missing, []);
});
/** Named as what is served, and made by a build. */
const builtLater = new Set(['web/dist', 'console/dist']);

test('what the page says of headings of docs/inventories.md is there', () => {
  const inventories = read('docs/inventories.md');
  const named = rows.filter(({ evidence }) => evidence.startsWith('docs/inventories.md'));
  assert.ok(named.length > 10);
  for (const { number, evidence } of named) {
    const headings = [...evidence.split(';')[0]!.matchAll(/“([^”]+)”/g)].map(([, heading]) => heading!);
    for (const heading of headings) assert.match(inventories, new RegExp(`^## ${heading}`, 'm'), number);
  }
});

test('the words of the place that no password may be are written down', () => {
  const inventories = read('docs/inventories.md').replaceAll(/\s+/g, ' ');
  assert.ok(inventories.includes(`around them: ${wordsOfThisPlace.join(', ')}.`));
});

test('each setting that names a place elsewhere is among the connections', () => {
  const connections = /^## Connections$([\s\S]*?)^## /m.exec(read('docs/inventories.md'))![1]!;
  const others = ['SMTP_URL', 'DATABASE_URL', 'DATABASE_CONSOLE_URL', 'SIGNER_SOCKET', 'PUSH_HOSTS'];
  for (const name of [...Object.keys(outwardAddresses), ...others])
    assert.ok(connections.includes(`\`${name}\``), name);
});

test('each key of the key file is among the keys', () => {
  const names = /const names = \[(.+)\] as const/.exec(read('server/src/kit/secrets.ts'))![1]!.match(/\w+/g)!;
  const keys = /^## Keys and algorithms$([\s\S]*?)^## /m.exec(read('docs/inventories.md'))![1]!;
  assert.ok(names.length > 4);
  for (const name of names) assert.ok(keys.includes(`\`${name}\``), name);
});

const sources = globSync('{server,wire,proof,chain,web,console}/{src,*/src}/**/*.{ts,tsx,js}', {
  cwd: repository,
}).filter((path) => !/\.test|node_modules/.test(path));

test('no source makes code or HTML of text', () => {
  const found = sources.filter((path) =>
    /\beval\(|new Function\(|\.(?:inner|outer)HTML\s*=|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write/.test(
      read(path),
    ),
  );
  assert.ok(sources.length > 1_000);
  assert.deepEqual(found, []);
});

test('no call of the server follows a redirect', () => {
  const calling = sources.filter(
    (path) => /^(?:server|chain)/.test(path) && /(?:await|return) (?:client\.)?fetch\((?!\))/.test(read(path)),
  );
  assert.ok(calling.length > 4);
  assert.deepEqual(
    calling.filter((path) => !/redirect: '(?:error|manual)'/.test(read(path))),
    [],
  );
});

test('a line break in what is logged begins no line of the log', () => {
  const log = new URL('../src/kit/log.ts', import.meta.url).href;
  const script = `import { log } from ${JSON.stringify(log)}; log.warn('one', { name: 'a\\n{"level":50}\\u2028b' }); log.warn('two');`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  assert.deepEqual(
    stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { msg: string }).msg),
    ['one', 'two'],
  );
});
