// The package of other people's programs that only tests and benchmarks use, in a folder of its own: installed before the part of a run that needs them, or when
// one of them is wanted by a test that runs alone: two installing at once would take each other's files away.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../../clients');

export function requireClient(name: string): unknown {
  installClients();
  return createRequire(join(folder, 'package.json'))(name);
}

export function installClients(): void {
  if (isInstalled()) return;
  const npm = process.env['npm_execpath'] ?? '';
  const [program, first] = npm.endsWith('npm-cli.js') ? [process.execPath, [npm]] : ['npm', []];
  const args = [...first, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, error } = spawnSync(program, args, { cwd: folder, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`npm ci failed in ${folder}`, { cause: error });
}

/** npm writes down what it installed when it is done. */
function isInstalled(): boolean {
  const written = join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(written)) return false;
  const wanted = packagesOf(join(folder, 'package-lock.json'));
  const installed = packagesOf(written);
  return Object.entries(wanted).every(
    ([path, { integrity }]) => path === '' || installed[path]?.integrity === integrity,
  );
}

const packagesOf = (file: string): Record<string, { integrity?: string }> =>
  (JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, { integrity?: string }> }).packages;
