// The signer as the process that it is: what it signs, what it refuses and by which rule, and that a kill between two steps changes nothing of it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { BaseUnits } from '../networks/amounts.ts';
import { askSigner, SignerRefusedError, type Signer } from './ask-signer.ts';
import { approvalKeyOf, isApprovalOf, signApproval, type Payment } from './payment.ts';
import { readPolicy } from './signer-policy.ts';
import type { SignerPolicy } from './signer-rules.ts';
import { socketName } from './signer-messages.ts';
import { superviseSigner, type SupervisedSigner } from './supervise-signer.ts';
import { isSignatureOf, readTransfer, senderOf, signTransfer, txidOf, writeTransfer } from './transfer.ts';
import { runs } from '../../../server/test/support/seed.ts';

const key = '11'.repeat(32);
const usdt = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const payee = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const policy = {
  networks: {
    ethereum: {
      chain: { chainId: '31337', usdt },
      feeMax: 10n ** 16n,
      coins: {
        ETH: { twoPersonsAbove: 10n ** 18n, dayMax: 5n * 10n ** 18n },
        USDT: { twoPersonsAbove: 1_000_000_000n, dayMax: 3_000_000_000n },
      },
    },
  },
  approvalKey: approvalKeyOf(key),
} satisfies SignerPolicy;
const gwei = 10n ** 9n;
const directory = mkdtempSync(join(tmpdir(), 'candor-signer-'));
let supervised: SupervisedSigner;
let signer: Signer;
let nonce = 0n;

before(async () => {
  supervised = superviseSigner(directory);
  signer = await supervised.open(policy);
});
after(async () => {
  await supervised.close();
  rmSync(directory, { recursive: true });
});

const payment = (units: bigint, more: Partial<Payment> = {}): Payment => ({
  id: randomUUID(),
  network: 'ethereum',
  asset: 'USDT',
  to: payee,
  units: units as BaseUnits,
  ...more,
});
const bytesOf = (paid: Payment, more: { nonce?: bigint; chainId?: bigint; maxFeePerGas?: bigint; maxPriorityFeePerGas?: bigint } = {}) =>
  writeTransfer(paid, { chainId: 31_337n, usdt, nonce: nonce++, maxFeePerGas: 20n * gwei, maxPriorityFeePerGas: gwei, ...more }); // oxfmt-ignore
const approvedBy = (paid: Payment, ...people: string[]) => people.map((person) => signApproval(paid, person, key));

async function refusalOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'signed',
    (error: unknown) => {
      assert.ok(error instanceof SignerRefusedError, String(error));
      return error.refusal;
    },
  );
}

test('what was approved is signed, by the wallet and to the letter, and again by the same bytes', async () => {
  const { wallet: address, chain, feeMax } = (await signer.who()).ethereum!;
  assert.deepEqual([chain, feeMax], [{ chainId: '31337', usdt }, '10000000000000000']);
  for (const paid of [payment(970_000n), payment(10n ** 17n, { asset: 'ETH' })]) {
    const unsigned = await bytesOf(paid);
    const asked = { payment: paid, unsigned, approvals: approvedBy(paid, 'olga') };
    const first = await signer.sign(asked);
    assert.equal(first.txid, txidOf(first.signed));
    assert.equal(await senderOf(first.signed), address);
    assert.ok(await isSignatureOf(first.signed, unsigned));
    assert.deepEqual(await signer.sign(asked), first);
  }
});

test('its key and its socket are its own user’s alone', () => {
  for (const name of ['key', 'policy.json', 'signed.jsonl', socketName]) {
    assert.equal(statSync(join(directory, name)).mode & 0o077, 0, name);
  }
});

test('another amount, address or coin than was approved is refused', async () => {
  const paid = payment(1_000_000n);
  const approvals = approvedBy(paid, 'olga');
  for (const other of [{ units: 1_000_001n as BaseUnits }, { to: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }, { asset: 'ETH' as const }]) {
    const bent = { ...paid, ...other };
    assert.equal(await refusalOf(signer.sign({ payment: paid, unsigned: await bytesOf(bent), approvals })), 'not-as-approved'); // oxfmt-ignore
    assert.equal(await refusalOf(signer.sign({ payment: bent, unsigned: await bytesOf(bent), approvals })), 'false-approval'); // oxfmt-ignore
  }
}); // oxfmt-ignore

test('a fee over the cap is refused', async () => {
  const paid = payment(1n);
  const unsigned = await bytesOf(paid, { maxFeePerGas: 101n * gwei });
  assert.equal(await refusalOf(signer.sign({ payment: paid, unsigned, approvals: approvedBy(paid, 'olga') })), 'fee-too-high'); // oxfmt-ignore
});

test('too few approvals, those of a stranger, and the same person twice are refused', async () => {
  const small = payment(1_000n);
  const large = payment(1_000_000_001n);
  const stranger = signApproval(large, 'ivan', '22'.repeat(32));
  const ask = async (paid: Payment, approvals: ReturnType<typeof approvedBy>) =>
    refusalOf(signer.sign({ payment: paid, unsigned: await bytesOf(paid), approvals }));
  assert.equal(await ask(small, []), 'too-few-approvals');
  assert.equal(await ask(large, approvedBy(large, 'olga')), 'too-few-approvals');
  assert.equal(await ask(large, approvedBy(large, 'olga', 'olga')), 'same-person-twice');
  assert.equal(await ask(large, [...approvedBy(large, 'olga'), stranger]), 'false-approval');
  assert.equal(await ask(large, approvedBy(small, 'olga', 'ivan')), 'false-approval');
});

test('a replay with other bytes, and another payment at the same place of the wallet’s order, are refused', async () => {
  const paid = payment(5n);
  const approvals = approvedBy(paid, 'olga');
  await signer.sign({ payment: paid, unsigned: await bytesOf(paid, { nonce: 900n }), approvals });
  assert.equal(await refusalOf(signer.sign({ payment: paid, unsigned: await bytesOf(paid, { nonce: 901n }), approvals })), 'signed-otherwise'); // oxfmt-ignore
  const next = payment(6n);
  assert.equal(await refusalOf(signer.sign({ payment: next, unsigned: await bytesOf(next, { nonce: 900n }), approvals: approvedBy(next, 'olga') })), 'nonce-taken'); // oxfmt-ignore
});

test('a payment that waits is signed again for the same place, if it pays an eighth more for its way, and counts once', async () => {
  const paid = payment(2_900_000_000n);
  const approvals = approvedBy(paid, 'olga', 'ivan');
  const sign = async (maxFeePerGas: bigint, more: { maxPriorityFeePerGas?: bigint; nonce?: bigint } = {}) =>
    signer.sign({ payment: paid, unsigned: await bytesOf(paid, { nonce: 950n, maxFeePerGas, ...more }), approvals });
  const raised = { maxPriorityFeePerGas: (9n * gwei) / 8n };
  const first = await sign(20n * gwei);
  assert.equal(await refusalOf(sign(22n * gwei, raised)), 'fee-not-higher');
  assert.equal(await refusalOf(sign(40n * gwei)), 'fee-not-higher');
  assert.equal(await refusalOf(sign(101n * gwei, raised)), 'fee-too-high');
  assert.equal(await refusalOf(sign(40n * gwei, { ...raised, nonce: 951n })), 'signed-otherwise');
  const next = await sign(45n * gwei, raised);
  assert.notEqual(next.txid, first.txid);
  assert.deepEqual([await sign(20n * gwei), await sign(45n * gwei, raised)], [first, next]);
  assert.equal(await refusalOf(sign(46n * gwei, { maxPriorityFeePerGas: 2n * gwei })), 'fee-not-higher');
  const bent = { ...paid, to: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' };
  const unsigned = await bytesOf(bent, { nonce: 950n, maxFeePerGas: 90n * gwei, maxPriorityFeePerGas: 2n * gwei });
  assert.equal(await refusalOf(signer.sign({ payment: paid, unsigned, approvals })), 'not-as-approved');
  const more = payment(50_000_000n);
  const ask = { payment: more, unsigned: await bytesOf(more), approvals: approvedBy(more, 'olga') };
  assert.equal(await refusalOf(signer.sign(ask)), 'signed');
});

test('over the cap of a day nothing is signed, whoever approves', async () => {
  const approve = async (units: bigint) => {
    const paid = payment(units, { asset: 'ETH' });
    return refusalOf(signer.sign({ payment: paid, unsigned: await bytesOf(paid), approvals: approvedBy(paid, 'olga', 'ivan') })); // oxfmt-ignore
  };
  assert.equal(await approve(4n * 10n ** 18n), 'signed');
  assert.equal(await approve(10n ** 18n), 'day-limit');
  assert.equal(await approve(9n * 10n ** 17n), 'signed');
});

test('another chain, another coin, and bytes that are no transfer are refused', async () => {
  const paid = payment(7n);
  const approvals = approvedBy(paid, 'olga');
  assert.equal(await refusalOf(signer.sign({ payment: paid, unsigned: await bytesOf(paid, { chainId: 1n }), approvals })), 'not-a-transfer'); // oxfmt-ignore
  assert.equal(await refusalOf(signer.sign({ payment: paid, unsigned: '0x02abcd', approvals })), 'not-a-transfer');
  assert.equal(await refusalOf(signer.sign({ payment: { ...paid, id: 'x' }, unsigned: '0x02abcd', approvals })), 'malformed'); // oxfmt-ignore
});

test('a payment of a network that the policy does not name, or with the bytes of another network, is refused', async () => {
  const paid = payment(8n);
  const unsigned = await bytesOf(paid);
  const moved: Payment = { ...paid, network: 'tron' };
  const approvals = approvedBy(moved, 'olga');
  assert.equal(await refusalOf(signer.judge({ payment: moved, approvals })), 'unknown-coin');
  assert.equal(await refusalOf(signer.sign({ payment: moved, unsigned, approvals })), 'not-a-transfer');
  // A row that was moved to Ethereum has the approvals of its own network alone.
  assert.equal(await refusalOf(signer.sign({ payment: paid, unsigned, approvals })), 'false-approval');
  const bytes = `70736274ff${'00'.repeat(20_000)}`;
  const own = approvedBy(paid, 'olga');
  assert.equal(await refusalOf(signer.sign({ payment: paid, unsigned: bytes, approvals: own })), 'not-a-transfer');
  assert.equal(await refusalOf(signer.sign({ payment: paid, unsigned: unsigned.slice(2), approvals: own })), 'not-a-transfer'); // oxfmt-ignore
  const none = { ...paid, network: 'base' as never };
  assert.equal(await refusalOf(signer.sign({ payment: none, unsigned, approvals: own })), 'malformed');
  assert.equal(await refusalOf(signer.sign({ payment: paid, unsigned, approvals: own })), 'signed');
  // What was signed on one network is given out for no other.
  assert.equal(await refusalOf(signer.sign({ payment: moved, unsigned, approvals })), 'not-a-transfer');
});

test('what an earlier version signed, and its policy, are read as those of Ethereum', async () => {
  const earlier = mkdtempSync(join(tmpdir(), 'candor-signer-'));
  const [paid, next] = [payment(5n), payment(6n)];
  const approvals = approvedBy(paid, 'olga');
  const unsigned = await bytesOf(paid, { nonce: 7n });
  const { signed, txid } = await signTransfer(unsigned, Buffer.alloc(32, 7));
  const line = { id: paid.id, unsigned, nonce: '7', asset: 'USDT', units: '5', at: 1_000, signed, txid };
  const { approvalKey, networks } = policy;
  const { chain, ...limits } = networks.ethereum;
  const flat = { ...chain, approvalKey, ...limits };
  const text = JSON.stringify(flat, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  writeFileSync(join(earlier, 'policy.json'), text, { mode: 0o600 });
  writeFileSync(join(earlier, 'key'), `${'07'.repeat(32)}\n`, { mode: 0o600 });
  writeFileSync(join(earlier, 'signed.jsonl'), `${JSON.stringify(line)}\n`, { mode: 0o600 });
  assert.deepEqual(readPolicy(earlier), policy);
  const own = superviseSigner(earlier);
  try {
    const its = await own.open(policy);
    assert.equal((await its.who()).ethereum!.wallet, await senderOf(signed));
    assert.deepEqual(await its.sign({ payment: paid, unsigned, approvals }), { signed, txid });
    const other = await bytesOf(next, { nonce: 7n });
    const asked = { payment: next, unsigned: other, approvals: approvedBy(next, 'olga') };
    assert.equal(await refusalOf(its.sign(asked)), 'nonce-taken');
    assert.equal(await refusalOf(its.sign({ payment: paid, unsigned: await bytesOf(paid), approvals })), 'signed-otherwise'); // oxfmt-ignore
    await its.sign({ ...asked, unsigned: await bytesOf(next, { nonce: 8n }) });
    const lines = readFileSync(join(earlier, 'signed.jsonl'), 'utf8').trim().split('\n');
    const { network, places } = JSON.parse(lines[1]!) as { network: string; places: string[] };
    assert.deepEqual([network, places], ['ethereum', ['8']]);
  } finally {
    await own.close();
    rmSync(earlier, { recursive: true });
  }
});

test('killed after it had written, it gives the same bytes; what was cut off in the middle counts as never signed', async () => {
  const paid = payment(11n);
  const asked = { payment: paid, unsigned: await bytesOf(paid), approvals: approvedBy(paid, 'olga') };
  const first = await signer.sign(asked);
  await supervised.close();
  await assert.rejects(askSigner(join(directory, socketName)).sign(asked));
  appendFileSync(join(directory, 'signed.jsonl'), '{"id":"cut');
  signer = await supervised.open(policy);
  assert.deepEqual(await signer.sign(asked), first);
  const next = payment(12n);
  await signer.sign({ payment: next, unsigned: await bytesOf(next), approvals: approvedBy(next, 'olga') });
  const lines = readFileSync(join(directory, 'signed.jsonl'), 'utf8').trim().split('\n');
  for (const line of lines) JSON.parse(line);
});

test('whatever is paid is read back from its bytes, and no approval is good for anything else', async () => {
  const address = fc.stringMatching(/^[1-9a-f][0-9a-f]{39}$/);
  await fc.assert(
    fc.asyncProperty(address, fc.bigInt(1n, 2n ** 76n), fc.constantFrom('ETH' as const, 'USDT' as const), async (to, units, asset) => {
      const paid = payment(units, { to: `0x${to}`, asset });
      if (`0x${to}` === usdt) return;
      const read = await readTransfer(await bytesOf(paid), usdt);
      assert.deepEqual([read?.to.toLowerCase(), read?.units, read?.asset], [`0x${to}`, units, asset]);
      const approval = signApproval(paid, 'olga', key);
      assert.ok(isApprovalOf(paid, approval, policy.approvalKey));
      assert.ok(!isApprovalOf({ ...paid, units: (units + 1n) as BaseUnits }, approval, policy.approvalKey));
      assert.ok(!isApprovalOf(paid, { ...approval, person: 'ivan' }, policy.approvalKey));
    }),
    { numRuns: runs(40) },
  );
}); // oxfmt-ignore
