// Brings bcoin, a full node of Bitcoin in JavaScript, when a demo first wants it: npm installs what chain/bcoin/package-lock.json lists, and runs
// no script of any package. It is no dependency of the product, so that neither its start nor a production waits for it or carries it.
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../../bcoin');
const modules = 'node_modules';
const manifests = ['package.json', 'package-lock.json'];

/** Returns what loads the modules of bcoin. Rejects where npm can't install it. */
export async function requireBcoin(): Promise<NodeJS.Require> {
  if (!isInstalled()) await install();
  // Nothing was compiled, because no script ran; bcoin's packages look for compiled parts unless they are told so.
  process.env['NODE_BACKEND'] = 'js';
  return createRequire(join(folder, 'package.json'));
}

/** Installs beside the place and moves the whole there, because several demos may install at once and any of them may be killed. */
async function install(): Promise<void> {
  const own = mkdtempSync(join(folder, 'installing-'));
  try {
    for (const name of manifests) copyFileSync(join(folder, name), join(own, name));
    await runNpm(own);
    putInPlace(own);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

function putInPlace(own: string): void {
  if (isInstalled()) return;
  const [place, old] = [join(folder, modules), join(own, 'old')];
  // What is there is of other versions, or was not installed whole.
  if (existsSync(place)) renameSync(place, old);
  renameSync(join(own, modules), place);
}

function runNpm(directory: string): Promise<void> {
  const npm = process.env['npm_execpath'] ?? '';
  const isProgram = npm.endsWith('npm-cli.js');
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { cwd: directory, stdio: 'ignore', shell: !isProgram && process.platform === 'win32' } as const;
  const child = isProgram ? spawn(process.execPath, [npm, ...args], options) : spawn('npm', args, options);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`npm ci ended with ${code}`))));
  });
}

/** npm writes down what it installed when it is done. */
function isInstalled(): boolean {
  const written = join(folder, modules, '.package-lock.json');
  if (!existsSync(written)) return false;
  const [wanted, installed] = [packagesOf(join(folder, 'package-lock.json')), packagesOf(written)];
  return Object.entries(wanted).every(
    ([path, { integrity }]) => path === '' || installed[path]?.integrity === integrity,
  );
}

const packagesOf = (file: string): Record<string, { integrity?: string }> =>
  (JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, { integrity?: string }> }).packages;
