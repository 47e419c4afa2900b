import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { hash as argon2Hash } from '@node-rs/argon2';
import { quickCost, codeOf, countCodes } from '../../../test/support/accounts.ts';
import { createDigests } from '../digests.ts';
import { createPasswords, standardCost } from '../../kit/passwords/passwords.ts';
import { requireGoodPassword } from '../../kit/passwords/weak-passwords.ts';
import type { Uuid } from '@candor/wire';
import { accountAsker, networkAsker } from '../../kit/throttle/fair-turns.ts';

const asker = { key: 'somebody', waitingMax: 64 };

test('hashes are argon2id at the standard cost and need the pepper', async () => {
  const pepper = randomBytes(32);
  const passwords = createPasswords({ peppers: [pepper] });
  const stored = await passwords.hash('correct horse', asker);
  assert.match(stored.argon2, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.equal(await passwords.verify('correct horse', stored, asker), 'right');
  assert.equal(await passwords.verify('correct horsf', stored, asker), 'wrong');
  assert.equal(await passwords.verify('', stored, asker), 'wrong');
  const stolen = createPasswords({ peppers: [randomBytes(32)] });
  await assert.rejects(stolen.verify('correct horse', stored, asker), /no pepper/);
  const forged = { ...(await stolen.hash('x', asker)), argon2: stored.argon2 };
  const opened = await stolen.verify('correct horse', forged, asker);
  assert.equal(opened, 'wrong', 'another pepper under the right id opens nothing');
});

test('nobody is worth the same work as somebody', async () => {
  const passwords = createPasswords({ peppers: [randomBytes(32)] });
  const stored = await passwords.hash('correct horse', asker);
  const before = passwords.evaluations();
  // What both take is measured by `npm run bench -- logins`.
  for (const known of [stored, undefined]) assert.equal(await passwords.verify('wrong', known, asker), 'wrong');
  assert.equal(passwords.evaluations() - before, 2);
});

test('a password hashed with an older pepper or a lower cost still opens and is known to be outdated', async () => {
  const [older, current] = [randomBytes(32), randomBytes(32)];
  const stored = await createPasswords({ peppers: [older], cost: quickCost }).hash('correct horse', asker);
  const passwords = createPasswords({ peppers: [current, older], cost: quickCost });
  const verdict = (of = stored, by = passwords) => by.verify('correct horse', of, asker);
  assert.equal(await verdict(), 'outdated');
  assert.equal(await verdict(await passwords.hash('correct horse', asker)), 'right');
  assert.equal(await verdict(stored, createPasswords({ peppers: [older], cost: standardCost })), 'outdated');
});

test('a password is the same from every keyboard, and one that was hashed as its keyboard made it opens and is outdated', async () => {
  const pepper = randomBytes(32);
  const passwords = createPasswords({ peppers: [pepper], cost: quickCost });
  const { memoryKiB: memoryCost, passes: timeCost } = quickCost;
  for (const word of ['pässwörd1', '비밀번호비밀', 'ﬁsh and ﬂesh', '１２ａｂｃｄ']) {
    const forms = [...new Set((['NFC', 'NFD', 'NFKC', 'NFKD'] as const).map((form) => word.normalize(form)))];
    const stored = await passwords.hash(word.normalize('NFD'), asker);
    for (const form of forms) assert.equal(await passwords.verify(form, stored, asker), 'right', form);
    const raw = word.normalize('NFD');
    const argon2 = await argon2Hash(raw, { memoryCost, timeCost, parallelism: 1, secret: pepper });
    const before = { ...stored, argon2 };
    if (raw !== word.normalize('NFKC')) assert.equal(await passwords.verify(raw, before, asker), 'outdated', word);
    assert.equal(await passwords.verify(`${raw}x`, before, asker), 'wrong');
  }
});

test('a password has as many characters as its person counts', () => {
  const good = (password: string): boolean => {
    try {
      requireGoodPassword(password, { min: 8, own: [] });
      return true;
    } catch {
      return false;
    }
  };
  const syllables = '비밀번호암호열쇠';
  assert.ok(good(syllables.normalize('NFD')), 'eight syllables');
  assert.ok(!good(syllables.slice(1).normalize('NFD')), 'seven');
  assert.ok(good(syllables.repeat(2).normalize('NFD')), 'sixteen');
  assert.ok(!good('ｑｗｅｒｔｙｕｉ'), 'a run of keys in any width');
});

test('past the line of waiting ones the answer is busy, and the line goes on', async () => {
  const passwords = createPasswords({ peppers: [randomBytes(32)], cost: quickCost });
  const codes = await Promise.all(Array.from({ length: 100 }, () => codeOf(passwords.hash('x', asker))));
  assert.equal(codes.filter((code) => code === 'accepted').length, 66);
  assert.equal(codes.filter((code) => code === 'busy').length, 34);
  assert.equal(await codeOf(passwords.hash('x', asker)), 'accepted');
});

test('an account waits in two places at most', async () => {
  const passwords = createPasswords({ peppers: [randomBytes(32)], cost: quickCost });
  const greedy = accountAsker('01900000-0000-7000-8000-000000000001' as Uuid);
  const ofGreedy = Array.from({ length: 50 }, () => passwords.verify('x', undefined, greedy));
  const counts = countCodes(ofGreedy);
  assert.deepEqual(await counts, { accepted: 4, busy: 46 });
});

test('when the line is full, who waits least gets a place and the longest line gives up one', async () => {
  const passwords = createPasswords({ peppers: [randomBytes(32)], cost: quickCost });
  const crowds = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5'].map((network) =>
    countCodes(Array.from({ length: 40 }, () => passwords.hash('x', networkAsker(network)))),
  );
  const newcomer = codeOf(passwords.hash('mine', networkAsker('198.51.100.1')));
  assert.equal(await newcomer, 'accepted');
  const counts = await Promise.all(crowds);
  assert.equal(
    counts.reduce((sum, count) => sum + (count.accepted ?? 0), 0),
    65,
  );
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
