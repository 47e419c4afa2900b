// The launcher, run in a small house of its own with stand-ins for npm, Vite and the commands.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

let house: string;
const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(house, path)), { recursive: true });
  writeFileSync(join(house, path), text);
};
const read = (path: string): string => readFileSync(join(house, path), 'utf8');

const lock = JSON.stringify({
  packages: {
    '': { name: 'candor' },
    wire: { version: '0.1.0' },
    'node_modules/@candor/wire': { link: true },
    'node_modules/pg': { version: '8.0.0', integrity: 'sha512-a' },
    'node_modules/other-system': { version: '1.0.0', optional: true },
  },
});
const installed = JSON.stringify({ packages: { 'node_modules/pg': { version: '8.0.0', integrity: 'sha512-a' } } });

before(() => void (house = mkdtempSync(join(tmpdir(), 'candor-run-'))));
after(() => rmSync(house, { recursive: true, force: true }));
beforeEach(() => {
  rmSync(house, { recursive: true, force: true });
  mkdirSync(house);
  copyFileSync(join(import.meta.dirname, 'run.mjs'), join(house, 'run.mjs'));
  put('package.json', '{ "type": "module" }');
  put('package-lock.json', lock);
  put('node_modules/.package-lock.json', installed);
  put(
    'npm-cli.js',
    `import { writeFileSync, appendFileSync } from 'node:fs';
    appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n');
    if (process.env.NPM_FAILS) process.exit(3);
    writeFileSync('node_modules/.package-lock.json', ${JSON.stringify(installed)});`,
  );
  put('npm-calls', '');
  put('server/src/audit.ts', `console.log('audit', ...process.argv.slice(2) as string[]); process.exitCode = 7;`);
});

interface Ended {
  code: number | null;
  output: string;
}

function launch(command: string, environment: Record<string, string> = {}) {
  const child = spawn('sh', ['-c', `exec "$NODE" run.mjs ${command}`], {
    cwd: house,
    env: { ...process.env, NODE: process.execPath, npm_execpath: join(house, 'npm-cli.js'), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, output })));
  const says = async (word: string): Promise<void> => {
    for (let waits = 0; waits < 400 && !output.includes(word); waits++) await sleep(25);
    assert.ok(output.includes(word), `no "${word}" in: ${output}`);
  };
  return { pid: child.pid!, ended, says };
}

test('a command gets its arguments, and its exit code comes back', async () => {
  assert.deepEqual(await launch('audit --one two').ended, { code: 7, output: 'audit --one two\n' });
  assert.equal(read('npm-calls'), '');
  const { code, output } = await launch('sing').ended;
  assert.equal(code, 1);
  assert.match(output, /Usage: .*start.*test/);
});

test('what is missing or outdated is installed first, once', async () => {
  rmSync(join(house, 'node_modules/.package-lock.json'));
  assert.match((await launch('audit').ended).output, /Installing[\s\S]*audit/);
  assert.match(read('npm-calls'), /^ci .*\n$/);
  put('package-lock.json', lock.replace('sha512-a', 'sha512-b'));
  await launch('audit').ended;
  assert.equal(read('npm-calls').split('\n').length, 3);
  const failed = await launch('audit', { NPM_FAILS: '1' }).ended;
  assert.equal(failed.code, 3);
  assert.match(failed.output, /npm ci failed/);
});

test('a page is built when its sources changed, and only then', async () => {
  put('web/index.html', 'one');
  put('web/package.json', '');
  put('web/src/ui/button.tsx', '');
  put('web/src/text/formats.ts', '');
  put('web/src/device/stored-text.ts', '');
  put('web/public/start.js', '');
  put('web/build/compress.ts', '');
  put('web/src/main.tsx', '');
  put('console/index.html', 'one');
  put('proof/src/index.ts', '');
  put('wire/src/index.ts', '');
  put('server/src/main.ts', '');
  put(
    'node_modules/vite/bin/vite.js',
    `import { appendFileSync, mkdirSync } from 'node:fs';
    mkdirSync(process.argv[3] + '/dist', { recursive: true });
    appendFileSync('built', process.argv.slice(2).join(' ') + '\\n');`,
  );
  await launch('start').ended;
  await launch('start').ended;
  const built = (): string[] =>
    read('built')
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split(' ')[1]!);
  // Both at once: either may be the first.
  assert.deepEqual(read('built').split('\n').toSorted(), [
    '',
    'build console --logLevel warn',
    'build web --logLevel warn',
  ]);
  put('wire/src/index.ts', 'export {};');
  await launch('start').ended;
  assert.deepEqual(built().slice(2).toSorted(), ['console', 'web']);
  put('web/src/main.tsx', 'export {};');
  await launch('start').ended;
  put('web/src/ui/button.tsx', 'export {};');
  await launch('start').ended;
  put('console/index.html', 'two');
  await launch('start').ended;
  put('web/public/start.js', 'shared();');
  await launch('start').ended;
  const both = ['console', 'web'];
  assert.deepEqual(
    [[4, 5], [5, 7], [7, 8], [8]].map(([from, to]) => built().slice(from, to).toSorted()),
    [['web'], both, ['console'], both],
  );
});

/** Says what reaches it, and ends a moment after the first thing that did. */
const listener = `
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
    process.on(name, () => { process.stdout.write('got ' + name + '\\n'); setTimeout(() => process.exit(5), 700); });
  }
  setInterval(() => {}, 1000);
  process.stdout.write('ready\\n');`;

test('signals reach the command once, also when two come as one', async () => {
  put('server/src/audit.ts', listener);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const { pid, ended, says } = launch('audit');
    await says('ready');
    process.kill(pid, signal);
    process.kill(pid, signal);
    assert.deepEqual(await ended, { code: 5, output: `ready\ngot ${signal}\n` });
  }
});

test('the command ends when the launcher or its parent is killed', async () => {
  put('server/src/audit.ts', listener);
  const killed = launch('audit');
  await killed.says('ready');
  process.kill(killed.pid, 'SIGKILL');
  assert.equal((await killed.ended).output, 'ready\ngot disconnect\n');

  // npm, its shell, and the launcher below: either of the two above dies without passing anything on.
  const inShell = `"$NODE" run.mjs audit & wait`;
  put('npm.sh', `sh -c '${inShell}' & wait`);
  for (const above of [['-c', inShell], ['npm.sh']]) {
    const environment = { ...process.env, NODE: process.execPath, npm_lifecycle_event: 'audit' };
    const npm = spawn('sh', above, { cwd: house, env: environment });
    let output = '';
    npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const closed = new Promise((resolve) => npm.on('close', resolve));
    for (let waits = 0; waits < 400 && !output.includes('ready'); waits++) await sleep(25);
    npm.kill('SIGKILL');
    await closed;
    assert.equal(output, 'ready\ngot SIGTERM\n');
  }
});

test('a command that dies of a signal is reported as a shell does it', async () => {
  put('server/src/audit.ts', `process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000);`);
  assert.equal((await launch('audit').ended).code, 137);
});
