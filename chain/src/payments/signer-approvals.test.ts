// A signer that believes passkeys alone: what it takes for an approval, and that the server's key approves nothing there.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { challengeOf } from '@candor/wire';
import type { BaseUnits } from '../networks/amounts.ts';
import { SignerRefusedError, type Signer } from './ask-signer.ts';
import { approvalText, signApproval, type Approval, type Payment } from './payment.ts';
import { requireReadableKeys } from './read-approvals.ts';
import type { SignerPolicy } from './signer-rules.ts';
import { readPolicy } from './signer-policy.ts';
import { superviseSigner, type SupervisedSigner } from './supervise-signer.ts';
import { writeTransfer } from './transfer.ts';
import { SoftwarePasskey } from '../../../server/test/support/software-passkey.ts';

const origin = 'https://console.candor.example';
const rpId = 'console.candor.example';
const usdt = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const payee = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
/** Each of another algorithm; olga has two. */
const passkeys = {
  olga: new SoftwarePasskey(origin),
  olgasPhone: new SoftwarePasskey(origin, 'EdDSA'),
  ivan: new SoftwarePasskey(origin, 'RS256'),
  stranger: new SoftwarePasskey(origin),
};
const ethereum = {
  chain: { chainId: '1', usdt },
  feeMax: 10n ** 16n,
  coins: { USDT: { twoPersonsAbove: 1_000_000_000n, dayMax: 50_000_000_000n } },
};
const policy = {
  networks: { ethereum },
  rpId,
  origin,
  approvers: [
    { person: 'olga', passkeys: [passkeys.olga.pinned, passkeys.olgasPhone.pinned] },
    { person: 'ivan', passkeys: [passkeys.ivan.pinned] },
  ],
} satisfies SignerPolicy;
const [small, large] = [1_000_000n, 2_000_000_000n];
const directory = mkdtempSync(join(tmpdir(), 'candor-approvals-'));
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

const payment = (units: bigint): Payment => ({
  id: randomUUID(),
  network: 'ethereum',
  asset: 'USDT',
  to: payee,
  units: units as BaseUnits,
});

/** What a passkey signs where its owner's page asks for it; `as` is the name in the text. */
async function approve(
  paid: Payment,
  passkey: SoftwarePasskey,
  as: string,
  how: { isVerified?: boolean; origin?: string; rpId?: string; isFramed?: boolean } = {},
): Promise<Approval> {
  const challenge = await challengeOf(approvalText(paid, as)!);
  return { person: as, signature: passkey.sign(JSON.stringify({ rpId, challenge, ...how }), how) };
}

/** What the signer says to it: `signed`, or why not. Where it judges an approval, it says the same before. */
async function outcomeOf(paid: Payment, ...approvals: Approval[]): Promise<string> {
  const terms = { chainId: 1n, usdt, nonce: nonce++, maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 1n };
  const unsigned = await writeTransfer(paid, terms);
  const refusalOf = (asked: Promise<unknown>): Promise<string> =>
    asked.then(
      () => 'signed',
      (error: unknown) => {
        assert.ok(error instanceof SignerRefusedError, String(error));
        return error.refusal;
      },
    );
  const judged = await refusalOf(signer.judge({ payment: paid, approvals }));
  assert.equal(await refusalOf(signer.sign({ payment: paid, unsigned, approvals })), judged);
  return judged;
}

test('a passkey of each kind approves, and above the limit those of two persons do', async () => {
  for (const [passkey, person] of [
    [passkeys.olga, 'olga'],
    [passkeys.olgasPhone, 'olga'],
    [passkeys.ivan, 'ivan'],
  ] as const) {
    const paid = payment(small);
    assert.equal(await outcomeOf(paid, await approve(paid, passkey, person)), 'signed');
  }
  const paid = payment(large);
  const [first, second] = [await approve(paid, passkeys.olga, 'olga'), await approve(paid, passkeys.ivan, 'ivan')];
  assert.equal(await outcomeOf(paid, first), 'too-few-approvals');
  assert.equal(await outcomeOf(paid, first, await approve(paid, passkeys.olgasPhone, 'olga')), 'same-person-twice');
  assert.equal(await outcomeOf(paid, first, { ...first, person: 'ivan' }), 'same-person-twice');
  assert.equal(await outcomeOf(paid, first, second), 'signed');
});

test('what a passkey signed for one payment is good for no other, nor is what it signed to come in', async () => {
  const [paid, other] = [payment(small), payment(large)];
  const approval = await approve(paid, passkeys.olga, 'olga');
  assert.equal(await outcomeOf({ ...paid, units: 999_000_000n as BaseUnits }, approval), 'false-approval');
  assert.equal(await outcomeOf({ ...paid, id: randomUUID() }, approval), 'false-approval');
  const elsewhere = { ...paid, to: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' };
  assert.equal(await outcomeOf(elsewhere, approval), 'false-approval');
  assert.equal(await outcomeOf(other, approval, await approve(other, passkeys.ivan, 'ivan')), 'false-approval');
  const signIn = passkeys.olga.sign(JSON.stringify({ rpId, challenge: 'c2lnbiBpbg' }));
  assert.equal(await outcomeOf(paid, { person: 'olga', signature: signIn }), 'false-approval');
  const againOtherwise = { ...paid, id: `${paid.id.slice(0, 8)}${paid.id.slice(9)}-` };
  await assert.rejects(signer.judge({ payment: againOtherwise, approvals: [approval] }), /malformed/);
});

test('the server’s key, a passkey that is not pinned, and one in the name of another person approve nothing', async () => {
  const paid = payment(small);
  assert.equal(await outcomeOf(paid), 'too-few-approvals');
  assert.equal(await outcomeOf(paid, signApproval(paid, 'olga', '11'.repeat(32))), 'false-approval');
  assert.equal(await outcomeOf(paid, await approve(paid, passkeys.stranger, 'olga')), 'unknown-approver');
  assert.equal(await outcomeOf(paid, await approve(paid, passkeys.ivan, 'olga')), 'false-approval');
  // The credential is not signed: whoever names another's gets that one's key.
  const borrowed = JSON.parse((await approve(paid, passkeys.stranger, 'olga')).signature) as {
    id: string;
    rawId: string;
  };
  borrowed.id = borrowed.rawId = passkeys.olga.pinned.credentialId;
  assert.equal(await outcomeOf(paid, { person: 'olga', signature: JSON.stringify(borrowed) }), 'false-approval');
});

test('another page, another host, a page within a page, an owner whom the device did not recognise, and garbage are refused', async () => {
  const paid = payment(small);
  const by = (how: Parameters<typeof approve>[3]) => approve(paid, passkeys.olga, 'olga', how);
  assert.equal(await outcomeOf(paid, await by({ origin: 'https://console.candor.example.net' })), 'false-approval');
  assert.equal(await outcomeOf(paid, await by({ rpId: 'candor.example.net' })), 'false-approval');
  assert.equal(await outcomeOf(paid, await by({ isVerified: false })), 'false-approval');
  assert.equal(await outcomeOf(paid, await by({ isFramed: true })), 'false-approval');
  const good = await by({});
  const answer = JSON.parse(good.signature) as { response: Record<string, unknown> };
  const bent = (change: Record<string, unknown>) =>
    JSON.stringify({ ...answer, response: { ...answer.response, ...change } });
  for (const signature of [
    '{}',
    '[]',
    'null',
    'x',
    'ab'.repeat(64),
    '{"id":1}',
    bent({ signature: 'AA' }),
    bent({ authenticatorData: '' }),
    bent({ clientDataJSON: 'e30' }),
    bent({ signature: 7 }),
  ]) {
    assert.equal(await outcomeOf(paid, { person: 'olga', signature }), 'false-approval', signature);
  }
  assert.equal(await outcomeOf(paid, good), 'signed');
});

test('without approvers a signer of any chain but the development chain does not start, nor with keys that are none', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'candor-policy-')), 'policy.json');
  const written = JSON.parse(readFileSync(join(directory, 'policy.json'), 'utf8')) as {
    networks: typeof policy.networks;
  };
  const read = async (change: Record<string, unknown>) => {
    writeFileSync(file, JSON.stringify({ ...written, ...change }));
    const found = readPolicy(join(file, '..'));
    await requireReadableKeys(found);
    return found;
  };
  const approvalKey = 'ab'.repeat(32);
  const unnamed = { approvers: undefined, rpId: undefined, origin: undefined, approvalKey };
  const [olga] = policy.approvers;
  const keyless = { person: 'olga', passkeys: [{ credentialId: 'AA', publicKey: 'AAAA' }] };
  assert.deepEqual(await read({}), policy);
  const on = (chainId: string) => ({ ethereum: { ...written.networks.ethereum, chain: { chainId, usdt } } });
  assert.equal('approvalKey' in (await read({ ...unnamed, networks: on('31337') })), true);
  await assert.rejects(read(unnamed), /names no approvers.*npm run operator -- approvers/);
  await assert.rejects(read({ ...unnamed, networks: on('11155111') }), /names no approvers/);
  await assert.rejects(read({ networks: {} }), /names no network/);
  await assert.rejects(read({ networks: { base: on('1').ethereum } }), /base is no network/);
  await assert.rejects(read({ chainId: '31337' }), /move chainId/);
  await assert.rejects(read({ approvalKey }), /remove approvalKey/);
  await assert.rejects(read({ approvers: [] }), /list of persons/);
  await assert.rejects(read({ approvers: [olga, { ...olga, person: 'ivan' }] }), /twice/);
  await assert.rejects(read({ approvers: [olga, { person: 'olga', passkeys: [] }] }), /person olga stands there twice/);
  await assert.rejects(read({ approvers: [keyless] }), /no key of a passkey/);
  await assert.rejects(read({ rpId: 'candor.net' }), /host of origin/);
  rmSync(join(file, '..'), { recursive: true });
});
