import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isCheckpointOf, readCheckpoint, signCheckpoint } from './log-checkpoint.ts';
import { publicKeyOf } from './sign-receipt.ts';
import { fromBase64, isSignedBy, keyIdOf, readNote, signNote, toBase64 } from './signed-note.ts';

const secretKey = '11'.repeat(32);
const key = publicKeyOf(secretKey);
const origin = 'candor/log/0011223344556677';
const head = { origin, size: 12, root: 'ab'.repeat(32) };

/** The example of the package that signed notes come from. */
const example = {
  name: 'PeterNeumann',
  keyId: 'c74f20a3',
  key: 'ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  note:
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n" +
    '\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n',
};

test('a note that others signed verifies, and has the id of its key', () => {
  const publicKey = Buffer.from(example.key, 'base64').subarray(1).toString('hex');
  assert.equal(keyIdOf(example.name, publicKey), example.keyId);
  const note = readNote(example.note)!;
  assert.ok(isSignedBy(note, example.name, publicKey));
  assert.ok(!isSignedBy(note, 'Somebody', publicKey));
  assert.ok(!isSignedBy(note, example.name, key));
  assert.ok(!isSignedBy({ ...note, text: note.text.replace('you', 'You') }, example.name, publicKey));
});

test('a checkpoint is three lines and a signature, and is read as it was made', () => {
  const note = signCheckpoint(head, secretKey);
  const [first, size, root, blank, signature, end] = note.split('\n');
  assert.deepEqual([first, size, blank, end], [origin, '12', '', '']);
  assert.equal(Buffer.from(root!, 'base64').toString('hex'), head.root);
  assert.ok(signature!.startsWith(`\u2014 ${origin} `));
  const read = readCheckpoint(note)!;
  assert.deepEqual(read, { ...head, note });
  assert.ok(isCheckpointOf(key, read));
  assert.ok(!isCheckpointOf(publicKeyOf('22'.repeat(32)), read));
});

test('signatures of others beside ours change nothing, a false one in our name does', () => {
  const note = signCheckpoint(head, secretKey);
  const text = note.slice(0, note.indexOf('\n\n') + 1);
  const witness = signNote(text, 'witness.example', '33'.repeat(32)).split('\n\n')[1]!;
  assert.ok(isCheckpointOf(key, readCheckpoint(note + witness)!));
  const [, own] = note.split('\n\n');
  const bytes = fromBase64(own!.split(' ')[2]!.trim())!;
  const forged = `\u2014 ${origin} ${toBase64(bytes.with(20, bytes[20]! ^ 1))}\n`;
  assert.ok(!isCheckpointOf(key, readCheckpoint(note + forged)!));
});

test('a checkpoint with any character changed is none, or is not signed', () => {
  const note = signCheckpoint(head, secretKey);
  fc.assert(
    fc.property(fc.nat({ max: note.length - 1 }), fc.string({ minLength: 1, maxLength: 1 }), (at, other) => {
      fc.pre(note[at] !== other);
      const read = readCheckpoint(note.slice(0, at) + other + note.slice(at + 1));
      assert.ok(read === undefined || !isCheckpointOf(key, read));
    }),
    { numRuns: 500 },
  );
});

test('what is no checkpoint is not read', () => {
  const note = signCheckpoint(head, secretKey);
  for (const [wrong, why] of [
    ['', 'nothing'],
    [note.slice(0, -1), 'no last line end'],
    [note.replace('\n12', '\n012'), 'a size with a zero before it'],
    [note.replace('\n12', '\n-1'), 'a size below zero'],
    [note.replace('\n12', '\r\n12'), 'another line end'],
    [note.split('\n\n')[0]!, 'no signature'],
    [note.replace('\u2014 ', '- '), 'another dash'],
  ] as const) {
    assert.equal(readCheckpoint(wrong), undefined, why);
  }
  assert.throws(() => signNote('no line end', origin, secretKey));
  assert.throws(() => signNote('text\n', 'a name', secretKey));
});
