// A copy of the repository in which a test tries what somebody would change.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

export interface Line {
  path: string;
  /** The new line goes before the one that begins so. */
  before: string;
  line: string;
}

export type Become = (text: string) => string | undefined;
/** Fails where it was not said. */
export const without =
  (said: string, instead = ''): Become =>
  (text) => {
    assert.ok(text.includes(said), `nothing says ${said}`);
    return text.replace(said, () => instead);
  };
export const nothing: Become = () => undefined;

export interface RepositoryCopy {
  path: (inside: string) => string;
  has: (path: string) => boolean;
  read: (path: string) => string;
  write: (path: string, text: string) => void;
  addLine: (line: Line) => void;
  /** Changes a file, or deletes it where it becomes nothing; returns what undoes it. */
  alter: (path: string, become: Become) => () => void;
  /** What a program of the copy writes, however it ends. */
  run: (program: string, ...args: string[]) => Promise<{ output: string; isDone: boolean }>;
  remove: () => void;
}

const repository = join(import.meta.dirname, '../../..');
const workspaces = ['wire', 'proof', 'embedded-postgres', 'chain', 'server', 'web', 'console'];

interface Part {
  folders: readonly string[];
  /** A folder, or a file. */
  hasPath: (path: string) => boolean;
}
const whole: Part = { folders: [...workspaces, 'docs'], hasPath: () => true };
/** What is loaded of the server, and what the faces of the app are and name. */
export const sourcesAlone: Part = {
  folders: ['wire/src', 'proof/src', 'chain/src', 'server/src', 'web/src', 'web/build'],
  hasPath: (path) =>
    !/\.test(?:-support)?\.tsx?$|\/content\/texts$/.test(path) &&
    !/\/web\/src\/(?!shell|session|text)[\w-]+\/(?!face\.ts|events\.ts|[\w-]+-screen\.tsx)/.test(path),
};

export function openCopy({ folders, hasPath }: Part = whole): RepositoryCopy {
  const folder = mkdtempSync(join(tmpdir(), 'candor-copy-'));
  const filter = (path: string): boolean =>
    !/^(?:node_modules|dist|\.vite)$/.test(basename(path)) && hasPath(path.replaceAll('\\', '/'));
  for (const each of folders) cpSync(join(repository, each), join(folder, each), { recursive: true, filter });
  const packages = workspaces.map((workspace) => `${workspace}/package.json`);
  for (const file of ['package.json', 'tsconfig.json', ...packages]) cpSync(join(repository, file), join(folder, file));
  linkPackages(folder);

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text.trimStart());
  }

  const read = (path: string): string => readFileSync(join(folder, path), 'utf8');

  return {
    path: (inside) => join(folder, inside),
    has: (path) => existsSync(join(folder, path)),
    read,
    write,
    addLine({ path, before: next, line }) {
      const text = read(path);
      const place = text.indexOf(next);
      assert.ok(place >= 0, `${path} has no line ${next}`);
      write(path, `${text.slice(0, place)}${line}\n${text.slice(place)}`);
    },
    alter(path, become) {
      const before = read(path);
      const text = become(before);
      if (text === undefined) rmSync(join(folder, path));
      else write(path, text);
      return () => write(path, before);
    },
    run: (program, ...args) =>
      new Promise((resolve) => {
        // A template of the tests has the repository's migrations, and not the copy's; a runner below a runner runs nothing.
        const { CANDOR_TEST_POSTGRES: _template, NODE_TEST_CONTEXT: _runner, ...env } = process.env;
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
