// Walks all fields of real-shaped receipts: whichever one differs, the receipt fails and the message names it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UnsignedOptionReceipt } from '@candor/wire';
import { changesOf } from '../test/change-fields.ts';
import { oneOfEach, outcomes, secretKey } from '../test/honest-receipt.ts';
import { publicKeyOf, signReceipt } from './sign-receipt.ts';
import { verifyOptionReceipt } from './option-receipt.ts';
import type { Verification } from './checks.ts';

const seed = Math.trunc(Math.random() * 2 ** 31);
const samples = oneOfEach(seed);
const trustedKey = publicKeyOf(secretKey);

const names = ({ checks }: Verification, section: string): boolean =>
  checks.some(({ ok, name, detail }) => !ok && (name === section || detail.includes(section)));

for (const outcome of outcomes) {
  test(`changing any field of a receipt of ${outcome} fails and names it (seed ${seed})`, () => {
    const signed = signReceipt(samples.get(outcome)!.receipt, secretKey);
    assert.equal(verifyOptionReceipt(signed, { trustedKey, archive: signed.archive }).verdict, 'verified');
    let count = 0;
    for (const change of changesOf(signed)) {
      count++;
      const verification = verifyOptionReceipt(change.value);
      assert.equal(verification.verdict, 'refuted', change.name);
      assert.ok(names(verification, change.section), `${change.name}: ${JSON.stringify(verification.checks)}`);
    }
    assert.ok(count > 300, `only ${count} changes were tried`);
  });

  test(`changing a field and signing again fails where the ticks decide it: ${outcome} (seed ${seed})`, () => {
    const { receipt } = samples.get(outcome)!;
    const decided: string[] = [
      'entry',
      'expires_ms',
      'exit',
      'exit_rule',
      'result',
      'void_reason',
      'paid',
      'formula',
      'archive',
    ];
    for (const section of decided) {
      for (const change of changesOf(receipt)) {
        if (change.section !== section) continue;
        const verification = sign(change.value);
        if (verification === undefined) continue;
        assert.equal(verification.verdict, 'refuted', change.name);
        assert.ok(names(verification, section), `${change.name}: ${JSON.stringify(verification.checks)}`);
      }
    }
  });
}

test('a digest of something that is not there is named', () => {
  const { issuer, ...rest } = signReceipt(samples.get('win')!.receipt, secretKey);
  const extra = { ...rest, issuer: { ...issuer, digests: { ...issuer.digests, extra: 'ab' } } };
  const digests = verifyOptionReceipt(extra).checks.find((each) => each.name === 'digests');
  assert.deepEqual([digests!.ok, digests!.detail], [false, 'issuer.digests.extra belongs to no section']);
});

test('a receipt signed with another key fails against the trusted key, and both keys are named', () => {
  const other = '0c'.repeat(32);
  const verification = verifyOptionReceipt(signReceipt(samples.get('win')!.receipt, other), { trustedKey });
  const failed = verification.checks.filter((each) => !each.ok);
  assert.deepEqual(
    failed.map((each) => each.name),
    ['key'],
  );
  assert.ok(failed[0]!.detail.includes(publicKeyOf(other)) && failed[0]!.detail.includes(trustedKey));
});

test('what is no receipt is refused without an exception', () => {
  for (const value of [undefined, null, 5, 'x', [], {}, new Map(), { kind: 'option' }, { issuer: null }]) {
    const { verdict, checks } = verifyOptionReceipt(value);
    assert.deepEqual([verdict, checks.length, checks[0]!.name], ['refuted', 1, 'form']);
  }
});

/** Undefined for values that no canonical JSON exists of, which nobody can sign. */
function sign(value: unknown): Verification | undefined {
  try {
    return verifyOptionReceipt(signReceipt(value as UnsignedOptionReceipt, secretKey));
  } catch (error) {
    assert.ok(error instanceof TypeError && error.message.includes('whole number'), String(error));
    return undefined;
  }
}
