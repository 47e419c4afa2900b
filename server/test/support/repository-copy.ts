// A copy of the repository in which a test tries what somebody would change.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

export interface Line {
  path: string;
  /** The new line goes before the one that begins so. */
  before: string;
  line: string;
}

export interface RepositoryCopy {
  path: (inside: string) => string;
  write: (path: string, text: string) => void;
  addLine: (line: Line) => void;
  /** What a program of the copy writes, however it ends. */
  run: (program: string, ...args: string[]) => Promise<{ output: string; isDone: boolean }>;
  remove: () => void;
}

const repository = join(import.meta.dirname, '../../..');
const workspaces = ['wire', 'proof', 'embedded-postgres', 'chain', 'server', 'web'];

export function openCopy(): RepositoryCopy {
  const folder = mkdtempSync(join(tmpdir(), 'candor-copy-'));
  for (const workspace of workspaces) {
    const filter = (path: string): boolean => !/^(?:node_modules|dist|\.vite)$/.test(basename(path));
    cpSync(join(repository, workspace), join(folder, workspace), { recursive: true, filter });
  }
  cpSync(join(repository, 'docs'), join(folder, 'docs'), { recursive: true });
  for (const file of ['package.json', 'tsconfig.json']) cpSync(join(repository, file), join(folder, file));
  linkPackages(folder);

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text.trimStart());
  }

  return {
    path: (inside) => join(folder, inside),
    write,
    addLine({ path, before: next, line }) {
      const text = readFileSync(join(folder, path), 'utf8');
      const place = text.indexOf(next);
      assert.ok(place >= 0, `${path} has no line ${next}`);
      write(path, `${text.slice(0, place)}${line}\n${text.slice(place)}`);
    },
    run: (program, ...args) =>
      new Promise((resolve) => {
        // A template of the tests has the repository's migrations, and not the copy's.
        const { CANDOR_TEST_POSTGRES: _template, ...env } = process.env;
        const options = { cwd: folder, timeout: 240_000, maxBuffer: 10_000_000, env };
        execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) =>
          resolve({ output: stdout + stderr, isDone: error === null }),
        );
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The packages that are installed, but the repository's own as they are in the copy. */
function linkPackages(folder: string): void {
  const [from, to] = [join(repository, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(join(to, '@candor'), { recursive: true });
  for (const name of readdirSync(from)) if (name !== '@candor') symlinkSync(join(from, name), join(to, name));
  for (const workspace of workspaces) symlinkSync(join(folder, workspace), join(to, '@candor', workspace));
}
