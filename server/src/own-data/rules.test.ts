import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSecretColumn, jsonCell, restUntilNext } from './rules.ts';

test('what protects a customer is a secret, what tells of one is not', () => {
  const text = (name: string) => isSecretColumn({ name, type: 'text' });
  for (const name of ['argon2', 'token_hash', 'code_digest', 'auth', 'p256dh', 'pepper_id', 'key_id', 'public_key', 'origin']) assert.ok(text(name), name); // oxfmt-ignore
  assert.ok(isSecretColumn({ name: 'anything', type: 'bytea' }));
  for (const name of ['email', 'ip', 'user_agent', 'key', 'order_key', 'hashtag', 'authored_at', 'amount']) assert.ok(!text(name), name); // oxfmt-ignore
});

test('a copy is made once a day', () => {
  assert.equal(restUntilNext(undefined, 5), 0);
  assert.equal(restUntilNext(1_000, 2_000), 86_399_000);
  assert.equal(restUntilNext(1_000, 86_401_000), 0);
});

test('cells are exact', () => {
  assert.equal(jsonCell(null, 'numeric'), 'null');
  assert.equal(jsonCell('0.100000000000000001', 'numeric'), '"0.100000000000000001"');
  assert.equal(jsonCell('true', 'bool'), 'true');
  assert.equal(jsonCell('{"a": 1}', 'json'), '{"a": 1}');
  assert.equal(jsonCell('a "b"\n', 'text'), String.raw`"a \"b\"\n"`);
});
