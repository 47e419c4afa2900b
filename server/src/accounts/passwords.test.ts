import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { quickCost, codeOf } from '../../test/support/accounts.ts';
import { createDigests } from './digests.ts';
import { createPasswords, standardCost } from './passwords.ts';
import type { Uuid } from '@candor/wire';

test('hashes are argon2id at the standard cost and need the pepper', async () => {
  const pepper = randomBytes(32);
  const passwords = createPasswords({ peppers: [pepper] });
  const stored = await passwords.hash('correct horse');
  assert.match(stored.argon2, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.ok(await passwords.verify('correct horse', stored));
  assert.ok(!(await passwords.verify('correct horsf', stored)));
  assert.ok(!(await passwords.verify('', stored)));
  const stolen = createPasswords({ peppers: [randomBytes(32)] });
  await assert.rejects(stolen.verify('correct horse', stored), /no pepper/);
  const forged = { ...(await stolen.hash('x')), argon2: stored.argon2 };
  assert.ok(!(await stolen.verify('correct horse', forged)), 'another pepper under the right id opens nothing');
});

test('nobody is worth the same work as somebody', async () => {
  const passwords = createPasswords({ peppers: [randomBytes(32)] });
  const stored = await passwords.hash('correct horse');
  await passwords.verify('warm up', undefined);
  const before = passwords.evaluations();
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let round = 0; round < 15; round++) {
    for (const kind of ['known', 'unknown'] as const) {
      const start = process.hrtime.bigint();
      assert.equal(await passwords.verify('wrong', kind === 'known' ? stored : undefined), false);
      times[kind].push(Number(process.hrtime.bigint() - start) / 1e6);
    }
  }
  assert.equal(passwords.evaluations() - before, 30);
  // The quickest of many runs: what the work costs without what the machine does besides.
  const [known, unknown] = [Math.min(...times.known), Math.min(...times.unknown)];
  assert.ok(Math.abs(known - unknown) < Math.max(5, known * 0.25), `${known} ms against ${unknown} ms`);
});

test('a password hashed with an older pepper or a lower cost still opens and is known to be outdated', async () => {
  const [older, current] = [randomBytes(32), randomBytes(32)];
  const stored = await createPasswords({ peppers: [older], cost: quickCost }).hash('correct horse');
  const passwords = createPasswords({ peppers: [current, older], cost: quickCost });
  assert.ok(await passwords.verify('correct horse', stored));
  assert.ok(passwords.isOutdated(stored));
  assert.ok(!passwords.isOutdated(await passwords.hash('correct horse')));
  assert.ok(createPasswords({ peppers: [older], cost: standardCost }).isOutdated(stored));
});

test('past the line of waiting ones the answer is busy, and the line goes on', async () => {
  const passwords = createPasswords({ peppers: [randomBytes(32)], cost: quickCost });
  const codes = await Promise.all(Array.from({ length: 100 }, () => codeOf(passwords.hash('x'))));
  assert.equal(codes.filter((code) => code === 'accepted').length, 66);
  assert.equal(codes.filter((code) => code === 'busy').length, 34);
  assert.equal(await codeOf(passwords.hash('x')), 'accepted');
});

test('fingerprints change with account, kind, version and key and say nothing of the password', () => {
  const digests = createDigests({ codeKey: randomBytes(32), fingerprintKey: randomBytes(32) });
  const accountId = '01900000-0000-7000-8000-000000000001' as Uuid;
  const base = { kind: 'login', accountId, version: 1 } as const;
  const other = '01900000-0000-7000-8000-000000000002' as Uuid;
  const all = [base, { ...base, kind: 'trade' }, { ...base, version: 2 }, { ...base, accountId: other }] as const;
  const fingerprints = all.map(digests.fingerprint);
  assert.equal(new Set(fingerprints).size, 4);
  for (const fingerprint of fingerprints) assert.match(fingerprint, /^[A-Za-z0-9_-]{22}$/);
  assert.equal(digests.fingerprint(base), fingerprints[0]);
});
