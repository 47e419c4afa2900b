// Keys are made once, in a demo; a file from before a key was invented gets it without losing the others.
import assert from 'node:assert/strict';
import { createECDH } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { loadSecrets } from './secrets.ts';

const directory = mkdtempSync(join(tmpdir(), 'candor-secrets-'));
after(() => rmSync(directory, { recursive: true }));

test('a first start makes keys that stay the same, for their owner alone', () => {
  const path = join(directory, 'new/secrets.json');
  assert.throws(() => loadSecrets(path, { mayCreate: false }), /no key file/);
  const made = loadSecrets(path, { mayCreate: true });
  assert.deepEqual(loadSecrets(path, { mayCreate: false }), made);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  const keys = createECDH('prime256v1');
  keys.setPrivateKey(made.pushKey, 'hex');
  assert.equal(keys.getPublicKey().length, 65);
});

test('a file without a key for pushed messages gets one in a demo, and is refused in production', () => {
  const path = join(directory, 'older.json');
  const older = Object.fromEntries(['pepper', 'fingerprintKey', 'codeKey', 'signingKey'].map((name, at) => [name, String(at + 1).repeat(64)])); // prettier-ignore
  writeFileSync(path, JSON.stringify(older));
  assert.throws(() => loadSecrets(path, { mayCreate: false }), /pushKey is not 64 hex digits/);
  const { pushKey, signingKey } = loadSecrets(path, { mayCreate: true });
  assert.equal(signingKey, older['signingKey']);
  assert.deepEqual(JSON.parse(readFileSync(path, 'utf8')), { ...older, pushKey });
  assert.equal(loadSecrets(path, { mayCreate: false }).pushKey, pushKey);
});
