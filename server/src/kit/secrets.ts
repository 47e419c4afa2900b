// Keys that live outside the database: made at the first start of a demo, brought along in production.
import { createECDH, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { StartProblem } from './start-problem.ts';

export interface Secrets {
  /** Goes into every password hash, so that a stolen database alone guesses nothing. */
  pepper: Buffer;
  /** Of key files before: passwords hashed with them still open, and are hashed anew when they do. */
  olderPeppers?: readonly Buffer[];
  fingerprintKey: Buffer;
  codeKey: Buffer;
  /** Ed25519 secret key that signs receipts, hex. */
  signingKey: string;
  /** P-256 private key that signs pushed messages, hex. Browsers are subscribed to it: a new one loses them all. */
  pushKey: string;
}

const names = ['pepper', 'fingerprintKey', 'codeKey', 'signingKey', 'pushKey'] as const;
type Name = (typeof names)[number];
const keyForm = /^[0-9a-f]{64}$/;

interface KeyFileRules {
  /** Makes the file, readable by its owner alone, if there is none. */
  mayCreate: boolean;
  /** Refuses one that others may read. */
  isPrivate: boolean;
}

export function loadSecrets(path: string, { mayCreate, isPrivate }: KeyFileRules): Secrets {
  if (!existsSync(path)) {
    if (!mayCreate) throw new StartProblem(`There is no key file at ${path}; production does not make keys by itself.`);
    createKeyFile(path);
  }
  const keys = readKeys(path);
  if (isPrivate) refuseOpenFile(path);
  // A file from before there was such a key: what it holds stays as it is.
  if (mayCreate && keys.pushKey === undefined) {
    keys.pushKey = newKey('pushKey');
    writeScratch(path, keys, (scratch) => renameSync(scratch, path));
  }
  for (const name of names) {
    const key = keys[name];
    if (typeof key !== 'string' || !keyForm.test(key)) throw new StartProblem(`${path}: ${name} is not 64 hex digits.`);
  }
  const key = (name: Name): string => keys[name] as string;
  const older = keys.olderPeppers ?? [];
  if (!Array.isArray(older) || !older.every((pepper) => keyForm.test(String(pepper))))
    throw new StartProblem(`${path}: olderPeppers is not a list of 64 hex digits each.`);
  return {
    pepper: Buffer.from(key('pepper'), 'hex'),
    olderPeppers: older.map((pepper: string) => Buffer.from(pepper, 'hex')),
    fingerprintKey: Buffer.from(key('fingerprintKey'), 'hex'),
    codeKey: Buffer.from(key('codeKey'), 'hex'),
    signingKey: key('signingKey'),
    pushKey: key('pushKey'),
  };
}

type Keys = Partial<Record<Name | 'olderPeppers', unknown>>;

/** What the disk refuses is told by whoever started the program, with the path. */
function readKeys(path: string): Keys {
  if (statSync(path).isDirectory()) throw new StartProblem(`${path} is a folder, not a key file: ${mending}`);
  try {
    const keys: unknown = JSON.parse(readFileSync(path, 'utf8').replace(/^\ufeff/, ''));
    if (typeof keys === 'object' && keys !== null && !Array.isArray(keys)) return keys;
  } catch (error) {
    // Its message would show a part of the keys.
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new StartProblem(`${path} is no key file that can be read, as it is not whole: ${mending}`);
}

const mending = 'put the file of this database back from your copy, or name another folder in DATA_DIRECTORY.';

/** Whoever reads these keys signs receipts and opens sessions. Windows has no such modes. */
function refuseOpenFile(path: string): void {
  const mode = statSync(path).mode & 0o777;
  if (process.platform === 'win32' || (mode & 0o077) === 0) return;
  throw new StartProblem(
    `${path} may be read by others (mode ${mode.toString(8)}): chmod 600 makes it its owner's alone.`,
  );
}

/** Any 32 bytes are a key, but for that of P-256, which must be below the order of the curve. */
function newKey(name: Name): string {
  if (name !== 'pushKey') return randomBytes(32).toString('hex');
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  return keys.getPrivateKey('hex').padStart(64, '0');
}

/** Linked into place, so that two first starts agree on one file. */
function createKeyFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const keys = Object.fromEntries(names.map((name) => [name, newKey(name)]));
  writeScratch(path, keys, (scratch) => {
    try {
      linkSync(scratch, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  });
}

/** Written whole under another name first, so that nobody ever reads half a file. */
function writeScratch(path: string, keys: object, place: (scratch: string) => void): void {
  const scratch = `${path}.${process.pid}`;
  const file = openSync(scratch, 'w', 0o600);
  writeSync(file, JSON.stringify(keys, null, 2));
  fsyncSync(file);
  closeSync(file);
  try {
    place(scratch);
  } finally {
    rmSync(scratch, { force: true });
  }
}
