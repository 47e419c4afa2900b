// Keys that live outside the database: made at the first start of a demo, brought along in production.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

export interface Secrets {
  /** Goes into every password hash, so that a stolen database alone guesses nothing. */
  pepper: Buffer;
  fingerprintKey: Buffer;
  codeKey: Buffer;
  /** Ed25519 secret key that signs receipts, hex. */
  signingKey: string;
}

const names = ['pepper', 'fingerprintKey', 'codeKey', 'signingKey'] as const;

/** Reads the key file; makes it, readable by its owner alone, where `mayCreate`. */
export function loadSecrets(path: string, { mayCreate }: { mayCreate: boolean }): Secrets {
  if (!existsSync(path)) {
    if (!mayCreate) throw new Error(`There is no key file at ${path}; production does not make keys by itself.`);
    createKeyFile(path);
  }
  const keys = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  for (const name of names) {
    const key = keys[name];
    if (typeof key !== 'string' || !/^[0-9a-f]{64}$/.test(key))
      throw new Error(`${path}: ${name} is not 64 hex digits.`);
  }
  const key = (name: (typeof names)[number]): string => keys[name] as string;
  return {
    pepper: Buffer.from(key('pepper'), 'hex'),
    fingerprintKey: Buffer.from(key('fingerprintKey'), 'hex'),
    codeKey: Buffer.from(key('codeKey'), 'hex'),
    signingKey: key('signingKey'),
  };
}

/** Written whole under another name and linked into place, so that two first starts agree on one file. */
function createKeyFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const scratch = `${path}.${process.pid}`;
  const file = openSync(scratch, 'w', 0o600);
  writeSync(
    file,
    JSON.stringify(Object.fromEntries(names.map((name) => [name, randomBytes(32).toString('hex')])), null, 2),
  );
  fsyncSync(file);
  closeSync(file);
  try {
    linkSync(scratch, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(scratch, { force: true });
  }
}
