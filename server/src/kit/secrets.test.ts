// Keys are made once, in a demo; a file from before a key was invented gets it without losing the others.
import assert from 'node:assert/strict';
import { createECDH } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { loadSecrets } from './secrets.ts';
import { StartProblem } from './start-problem.ts';

const directory = mkdtempSync(join(tmpdir(), 'candor-secrets-'));
after(() => rmSync(directory, { recursive: true }));

test('a first start makes keys that stay the same, for their owner alone', () => {
  const path = join(directory, 'new/secrets.json');
  assert.throws(() => loadSecrets(path, { mayCreate: false, isPrivate: true }), /no key file/);
  const made = loadSecrets(path, { mayCreate: true, isPrivate: false });
  assert.deepEqual(loadSecrets(path, { mayCreate: false, isPrivate: true }), made);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  const keys = createECDH('prime256v1');
  keys.setPrivateKey(made.pushKey, 'hex');
  assert.equal(keys.getPublicKey().length, 65);
});

test('a file without a key for pushed messages gets one in a demo, and is refused in production', () => {
  const path = join(directory, 'older.json');
  const older = Object.fromEntries(
    ['pepper', 'fingerprintKey', 'codeKey', 'signingKey'].map((name, at) => [name, String(at + 1).repeat(64)]),
  );
  writeFileSync(path, JSON.stringify(older), { mode: 0o600 });
  assert.throws(() => loadSecrets(path, { mayCreate: false, isPrivate: true }), /pushKey is not 64 hex digits/);
  const { pushKey, signingKey } = loadSecrets(path, { mayCreate: true, isPrivate: false });
  assert.equal(signingKey, older['signingKey']);
  assert.deepEqual(JSON.parse(readFileSync(path, 'utf8')), { ...older, pushKey });
  assert.equal(loadSecrets(path, { mayCreate: false, isPrivate: true }).pushKey, pushKey);
});

test('a file that others may read is refused where money is real', () => {
  const path = join(directory, 'shown.json');
  const made = loadSecrets(path, { mayCreate: true, isPrivate: false });
  for (const mode of [0o644, 0o640, 0o604, 0o660]) {
    chmodSync(path, mode);
    assert.throws(() => loadSecrets(path, { mayCreate: false, isPrivate: true }), /may be read by others .*chmod 600/);
    assert.deepEqual(loadSecrets(path, { mayCreate: false, isPrivate: false }), made);
  }
  chmodSync(path, 0o400);
  assert.deepEqual(loadSecrets(path, { mayCreate: false, isPrivate: true }), made);
});

test('peppers before the present one are kept for the passwords that were hashed with them', () => {
  const path = join(directory, 'turned.json');
  loadSecrets(path, { mayCreate: true, isPrivate: false });
  const keys = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  const withOlder = (olderPeppers: unknown): void => writeFileSync(path, JSON.stringify({ ...keys, olderPeppers }));
  withOlder(['a'.repeat(64)]);
  const { olderPeppers } = loadSecrets(path, { mayCreate: false, isPrivate: true });
  assert.deepEqual(olderPeppers, [Buffer.alloc(32, 0xaa)]);
  for (const wrong of ['a'.repeat(64), ['short'], [1]]) {
    withOlder(wrong);
    assert.throws(() => loadSecrets(path, { mayCreate: false, isPrivate: true }), /olderPeppers/);
  }
});

test('what is no key file is said, with what to do and none of the keys', () => {
  const path = join(directory, 'broken.json');
  loadSecrets(path, { mayCreate: true, isPrivate: false });
  const whole = readFileSync(path, 'utf8');
  const said = (): string => {
    try {
      loadSecrets(path, { mayCreate: true, isPrivate: false });
      return '';
    } catch (error) {
      assert.ok(error instanceof StartProblem, String(error));
      return error.message;
    }
  };
  for (const text of ['', whole.slice(0, -3), `${whole}x`, 'null', '[]', '"keys"', '7']) {
    writeFileSync(path, text);
    assert.match(said(), /broken\.json is no key file .*: put the file of this database back.*DATA_DIRECTORY\.$/, text);
    assert.doesNotMatch(said(), /[0-9a-f]{16}/);
  }
  writeFileSync(path, `\ufeff${whole}`);
  assert.equal(said(), '', 'an editor may have put a mark before it');
  rmSync(path);
  mkdirSync(path);
  assert.match(said(), /broken\.json is a folder, not a key file/);
});
