#!/usr/bin/env node
// Starts the verifier on a Node that reads TypeScript: this one if it is new enough, else the one among the dependencies.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const neededMajor = 24;
const here = dirname(fileURLToPath(import.meta.url));
const command = join(here, '..', 'src', 'verify-command.ts');

const node = findNode();
if (node === undefined) {
  process.stderr.write(`candor-verify needs Node ${neededMajor}, or the project's dependencies (npm install).\n`);
  process.exit(2);
}
const child = spawn(node, ['--disable-warning=ExperimentalWarning', command, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
});
child.on('exit', (code) => process.exit(code ?? 2));

function findNode() {
  if (parseInt(process.versions.node, 10) >= neededMajor) return process.execPath;
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const inside = join('node_modules', `node-${platform}-${process.arch}`, 'bin', file);
  for (let folder = here; ; folder = dirname(folder)) {
    if (existsSync(join(folder, inside))) return join(folder, inside);
    if (dirname(folder) === folder) return undefined;
  }
}
