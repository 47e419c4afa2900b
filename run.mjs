// The one way in: installs what is missing, finds Node 24, builds the page, then runs a command and passes signals on to it.
// Plain JavaScript for any Node from 14 on, because it is what brings the newer one.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
const minNode = 24;
const isWindows = process.platform === 'win32';

/** Arguments for Node; needsPage: the built pages, web/dist and console/dist, must be what the sources say. */
const commands = {
  start: { run: ['server/src/main.ts'], needsPage: true },
  test: { run: ['server/test/run-tests.ts'], needsPage: true },
  'test:all': { run: ['server/test/run-all-tests.ts'], needsPage: true },
  check: { run: ['server/test/run-check.ts'], needsPage: true },
  e2e: { run: ['server/test/run-browser-tests.ts'], needsPage: true },
  screenshots: { run: ['server/test/run-screenshots.ts'], needsPage: true },
  bench: { run: ['bench/src/main.ts'], needsPage: true },
  crash: { run: ['bench/src/crash.ts'] },
  fuzz: { run: ['bench/src/fuzz.ts'] },
  audit: { run: ['server/src/audit.ts'] },
  keys: { run: ['server/src/change-keys.ts'] },
  migrate: { run: ['server/src/migrate-database.ts'] },
  operator: { run: ['server/src/create-operator.ts'] },
  signer: { run: ['server/src/run-signer.ts'] },
  conduct: { run: ['server/src/choose-conduct.ts'] },
  demo: { run: ['bench/src/play-demo.ts'] },
  vectors: { run: ['server/test/run-vectors.ts'] },
  format: { run: ['node_modules/oxfmt/bin/oxfmt'] },
};

/** What each page is made of, besides its own folder and wire/: the console of what it shares with the app. */
const pages = {
  web: ['proof'],
  console: [
    'proof',
    'web/src/ui',
    'web/src/text',
    'web/src/device/stored-text.ts',
    'web/public',
    'web/build',
    'web/package.json',
  ],
};

/** Builds of pages that are under way; none goes on when another has failed. */
const builds = new Set();

main().catch((error) => fail(error.stack));

async function main() {
  const [name = '', ...args] = process.argv.slice(2);
  const command = Object.prototype.hasOwnProperty.call(commands, name) ? commands[name] : undefined;
  if (!command) fail(`Usage: node run.mjs ${Object.keys(commands).join(' | ')}`);
  if (!isInstalled()) install();
  const node = findNode();
  if (command.needsPage) {
    await Promise.all(
      Object.entries(pages).map(([app, madeOf]) => buildPage(node, app, [app, ...madeOf, 'wire', 'package-lock.json'])),
    );
  }
  runForward(node, [...command.run, ...args]);
}

/** Whether node_modules holds what package-lock.json asks for. npm writes down what it installed when it is done. */
function isInstalled() {
  const installed = readJson('node_modules/.package-lock.json');
  if (!installed) return false;
  const wanted = readJson('package-lock.json').packages;
  return Object.keys(wanted).every((path) => {
    const [want, have] = [wanted[path], installed.packages[path]];
    if (path === '' || want.link || !path.includes('node_modules/')) return true;
    // Optional ones are for other systems, unless they are there; then they must be the right ones too.
    if (!have) return Boolean(want.optional || want.peer);
    return have.version === want.version && have.integrity === want.integrity;
  });
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8'));
  } catch (error) {
    return undefined;
  }
}

function install() {
  console.log('Installing what package-lock.json lists; this happens once, and again when it changes ...');
  const npm = process.env.npm_execpath || '';
  const viaNode = npm.endsWith('npm-cli.js');
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { cwd: root, stdio: 'inherit', shell: !viaNode && isWindows };
  const run = viaNode ? spawnSync(process.execPath, [npm, ...args], options) : spawnSync('npm', args, options);
  if (run.error)
    fail(`npm could not be started (${run.error.message}); install Node with npm from https://nodejs.org.`);
  if (run.status !== 0) fail('npm ci failed. What it says above tells why; then run this again.', run.status || 1);
}

function findNode() {
  if (parseInt(process.versions.node, 10) >= minNode) return process.execPath;
  const system = isWindows ? 'win' : process.platform;
  const bundled = join(root, 'node_modules', `node-${system}-${process.arch}`, 'bin', isWindows ? 'node.exe' : 'node');
  if (existsSync(bundled)) {
    const version = spawnSync(bundled, ['--version'], { encoding: 'utf8' });
    if (version.status === 0) return bundled;
    fail(`${bundled} does not run here. Install Node ${minNode} or newer from https://nodejs.org and run this again.`);
  }
  return fail(
    `Node ${minNode} or newer is needed, this is ${process.version}, and ${bundled} is not there: either npm brought none ` +
      `for ${process.platform}-${process.arch}, or it was told to leave optional packages out.\n` +
      `Install Node ${minNode} from https://nodejs.org, or remove node_modules and run this again.`,
  );
}

/** Vite's output is kept as long as what it was made from stays the same. One build keeps one processor busy most of its time. */
async function buildPage(node, app, madeOf) {
  const stamp = join(root, app, 'dist/.built-from');
  const sources = hashOf(madeOf);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const build = spawn(node, [vite, 'build', app, '--logLevel', 'warn'], {
    cwd: root,
    // Standard output belongs to the command.
    stdio: ['ignore', 2, 2],
    env: withNode(node),
  });
  builds.add(build);
  const status = await new Promise((resolve) => build.on('error', () => resolve(1)).on('exit', resolve));
  builds.delete(build);
  if (status !== 0) {
    for (const other of builds) other.kill();
    fail(`The page of ${app} could not be built.`, status || 1);
  }
  writeFileSync(stamp, sources);
}

function hashOf(paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    const full = join(root, path);
    const entries = readEntries(full);
    if (!entries) return hash.update(`${path}\0`).update(readFileSync(full)).update('\0');
    for (const { name } of entries) {
      if (name !== 'dist' && name !== 'node_modules' && !/\.test\.tsx?$/.test(name)) add(`${path}/${name}`);
    }
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}

function readEntries(path) {
  try {
    return readdirSync(path, { withFileTypes: true }).sort((left, right) => (left.name < right.name ? -1 : 1));
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/**
 * Runs the command as a process group of its own: a Ctrl-C then reaches it through here alone, once, and not also from
 * the terminal and from npm. The channel to it closes when this process dies, however it dies.
 */
function runForward(node, args) {
  const child = spawn(node, args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: withNode(node),
    detached: !isWindows,
  });
  child.on('error', (error) => fail(`${node} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
  const lastSent = {};
  const send = (signal) => {
    const now = Date.now();
    if (now - (lastSent[signal] || 0) < 300) return;
    lastSent[signal] = now;
    try {
      process.kill(isWindows ? child.pid : -child.pid, signal);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => send(signal));
  // npm may end without a word, and leaves a shell between itself and here.
  const parents = lineage();
  const watch = setInterval(() => {
    if (lineage() === parents) return;
    clearInterval(watch);
    send('SIGTERM');
  }, 250).unref();
}

/** Who started this process, and under npm who started its shell. */
function lineage() {
  const parent = process.ppid;
  if (!process.env.npm_lifecycle_event || process.platform !== 'linux') return `${parent}`;
  try {
    const status = readFileSync(`/proc/${parent}/stat`, 'utf8');
    return `${parent} ${status.slice(status.lastIndexOf(')') + 2).split(' ')[1]}`;
  } catch (error) {
    return `${process.ppid}`;
  }
}

function withNode(node) {
  return {
    // Sources are TypeScript: what Node makes of them is kept, which is a third of what a start costs.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${process.env.PATH || ''}`,
  };
}

function fail(message, status = 1) {
  console.error(message);
  process.exit(status);
}
