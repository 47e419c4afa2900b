// Payments that operators approve with their passkeys, as in a production: what the console takes for an approval, and that the signer's own
// process pays on nothing else, whoever has the server's role and its key.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { approvalKeyOf, signApproval, superviseSigner, type EvmSender, type Signer } from '@candor/chain';
import {
  approveAct,
  approveWithdrawal,
  challengeOf,
  getOperatorAccess,
  getWithdrawal,
  parseWireId,
  paymentText,
  proposeAct,
  type Uuid,
  type WithdrawalMessage,
} from '@candor/wire';
import { readApprovers } from '../src/operators/approvers.ts';
import { demoPolicy } from '../src/withdrawals/terms.ts';
import { findWithdrawal } from '../src/withdrawals/store.ts';
import { paymentOf } from '../src/withdrawals/withdrawal.ts';
import { withdrawalsDesk } from '../src/withdrawals/withdrawals-desk.ts';
import { consoleOrigin, operatorsForTests, type ConsoleBrowser } from './support/console-operators.ts';
import { refusedWith } from './support/options-stage.ts';
import type { SoftwarePasskey } from './support/software-passkey.ts';
import { openWithdrawalsStage, type WithdrawalsStage } from './support/withdrawals-stage.ts';

type Consoles = Awaited<ReturnType<typeof operatorsForTests>>;
interface Signing {
  name: string;
  browser: ConsoleBrowser;
  passkey: SoftwarePasskey;
}
const usdt = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const directory = mkdtempSync(join(tmpdir(), 'candor-signed-'));
const supervised = superviseSigner(directory);
let stage: WithdrawalsStage;
let consoles: Consoles;
let [olga, rita]: Signing[] = [];
let signer: Signer;

before(async () => {
  stage = await openWithdrawalsStage();
  const { ledger, clock, signingKey } = stage;
  const desk = { pool: ledger.pool, lanes: ledger.lanes, clock, signingKey };
  consoles = await operatorsForTests({
    signsApprovals: true,
    database: ledger,
    desk: ({ signatures }) => withdrawalsDesk({ ...desk, signatures }),
  });
  olga = await consoles.withPasskey('olga.b', 'treasurer');
  rita = await consoles.withPasskey('rita', 'risk');
  const { chainId, feeMax, coins } = demoPolicy({ usdt, approvalKey: approvalKeyOf(signingKey) });
  const rpId = new URL(consoleOrigin).hostname;
  const approvers = [olga, rita].map(({ name, passkey }) => ({ person: name, passkeys: [passkey.pinned] }));
  signer = await supervised.open({
    chainId,
    usdt,
    feeMax,
    coins,
    rpId,
    origin: consoleOrigin,
    approvers,
  });
  await stage.openWallet({ ...(await means()), chainId: 31_337n, usdt });
});
after(async () => {
  await supervised.close();
  await consoles.end();
  await stage.end();
  rmSync(directory, { recursive: true });
});

/** A node that takes whatever it is sent. */
const sender: EvmSender = {
  chainId: async () => 31_337n,
  nonceOf: async () => 0n,
  finalNonceOf: async () => 0n,
  fees: async () => ({ maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 1n }),
  send: async () => undefined,
  statusOf: async () => ({ kind: 'pending' }),
  balanceOf: async () => 10n ** 24n,
};
async function means() {
  const { address: wallet, feeMax } = await signer.who();
  return { signer, sender, wallet, chainId: 31_337n, feeMax: BigInt(feeMax), usdt };
}

async function requested(amount: string): Promise<WithdrawalMessage & { owner: Uuid }> {
  const owner = await stage.ledger.pay('9000');
  return { ...(await stage.request({ accountId: owner }, await stage.usableAddress(owner), amount)), owner };
}
const stepOf = async ({ owner }: { owner: Uuid }) => (await stage.list(owner))[0]!.step;
const rowOf = async ({ withdraw_id: id }: WithdrawalMessage) =>
  (await findWithdrawal(stage.ledger.pool, parseWireId('withdrawal', id)!))!;
const troubleOf = async ({ withdraw_id: id }: WithdrawalMessage) =>
  (await consoles.call(olga!.browser, getWithdrawal, { withdraw_id: id })).trouble;

/** Signs the text that the console's page makes of what it shows. */
async function sign(
  { withdraw_id: id }: WithdrawalMessage,
  { browser, name, passkey }: Signing,
  {
    change = {},
    as = name,
    isVerified = true,
  }: { change?: { net?: string; address?: string }; as?: string; isVerified?: boolean } = {},
): Promise<string> {
  const shown = await consoles.call(browser, getWithdrawal, { withdraw_id: id });
  const challenge = await challengeOf(paymentText({ ...shown, ...change }, as));
  return passkey.sign(JSON.stringify({ challenge, rpId: new URL(consoleOrigin).hostname }), { isVerified });
}
const approve = ({ browser }: Pick<Signing, 'browser'>, { withdraw_id }: WithdrawalMessage, signature?: string) =>
  consoles.call(browser, approveWithdrawal, { withdraw_id, signature });

test('the console takes what the operator’s own passkey signed for exactly this payment, and the signer pays on it', async () => {
  const asked = await requested('100');
  const without = await consoles.person('tess', 'treasurer');
  assert.equal(await refusedWith(approve(without, asked)), 'passkey-needed');
  assert.equal(await refusedWith(approve(without, asked, await sign(asked, olga!))), 'passkey-needed');
  assert.equal(await refusedWith(approve(olga!, asked)), 'passkey-needed');
  for (const wrong of [
    await sign(asked, { ...olga!, passkey: rita!.passkey }),
    await sign(asked, olga!, { change: { net: '9.7' } }),
    await sign(asked, olga!, { change: { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' } }),
    await sign(asked, olga!, { as: 'rita' }),
    await sign(asked, olga!, { isVerified: false }),
    '{}',
  ]) {
    assert.equal(await refusedWith(approve(olga!, asked, wrong)), 'signature-wrong');
  }
  assert.equal((await approve(olga!, asked, await sign(asked, olga!))).step, 'approved');
  await stage.pay(await means());
  assert.equal(await stepOf(asked), 'broadcast');
});

test('what is printed for the signer’s policy is what it pins, with the fingerprints that operators read themselves', async () => {
  const { rpId, origin, approvers } = await readApprovers(consoles.owner, consoleOrigin);
  assert.deepEqual([rpId, origin], [new URL(consoleOrigin).hostname, consoleOrigin]);
  assert.deepEqual(
    approvers.map(({ person }) => person),
    ['olga.b', 'rita'],
  );
  const { passkeys } = await consoles.call(rita!.browser, getOperatorAccess, {});
  const { credentialId, publicKey, fingerprint } = approvers[1]!.passkeys[0]!;
  assert.deepEqual({ credentialId, publicKey }, rita!.passkey.pinned);
  assert.equal(fingerprint, passkeys[0]!.fingerprint);
});

test('of an act, what both signed is kept, and together they let a large payment be sent', async () => {
  const asked = await requested('3000');
  const propose = (signature?: string) =>
    consoles.call(olga!.browser, proposeAct, {
      kind: 'approve-withdrawal',
      body: { withdraw_id: asked.withdraw_id },
      why: 'known',
      signature,
    });
  assert.equal(await refusedWith(approve(olga!, asked, await sign(asked, olga!))), 'withdrawal-needs-two');
  assert.equal(await refusedWith(propose()), 'passkey-needed');
  assert.equal(await refusedWith(propose(await sign(asked, rita!))), 'signature-wrong');
  const makers = await sign(asked, olga!);
  const { proposal_id, version } = await propose(makers);
  const decide = (signature?: string) => consoles.call(rita!.browser, approveAct, { proposal_id, version, signature });
  assert.equal(await refusedWith(decide()), 'passkey-needed');
  assert.equal(await refusedWith(decide(makers)), 'signature-wrong');
  assert.equal((await decide(await sign(asked, rita!))).state, 'done');
  await stage.pay(await means());
  assert.equal(await stepOf(asked), 'broadcast');
  await stage.ledger.audit();
});

test('whoever has the server’s role and its key has nothing paid, and keeps no other payment waiting', async () => {
  const [forged, bent, good] = [await requested('700'), await requested('800'), await requested('90')];
  const small = await sign(good, olga!);
  const slipIn = async (asked: WithdrawalMessage, signature: string) => {
    const { accountId, withdrawalId } = await rowOf(asked);
    const pool = stage.ledger.serverPool;
    await pool.query(
      `update withdrawals set state = 'approved', decided_at = now(), decided_by = 'olga.b' where account_id = $1`,
      [accountId],
    );
    await pool.query(
      `insert into withdrawal_approvals (account_id, approval_id, withdrawal_id, person, signature, at) values ($1, gen_random_uuid(), $2, 'olga.b', $3, now())`,
      [accountId, withdrawalId, signature],
    );
  };
  await slipIn(forged, signApproval(paymentOf(await rowOf(forged)), 'olga.b', stage.signingKey).signature);
  await slipIn(bent, small);
  await approve(olga!, good, small);
  await stage.pay(await means());
  assert.deepEqual(
    [await stepOf(forged), await stepOf(bent), await stepOf(good)],
    ['approved', 'approved', 'broadcast'],
  );
  assert.deepEqual(
    [await troubleOf(forged), await troubleOf(bent)],
    ['signer-false-approval', 'signer-false-approval'],
  );
});
