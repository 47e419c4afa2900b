// Payments and all other acts that operators propose and approve with passkeys, as in production: which signatures the console accepts, that
// the signer process pays only with them, and that the audit names acts that were inserted without operators.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { signApproval, superviseSigner, type EvmSender, type Signer } from '@candor/chain';
import { actText, canonicalJson, type ActPart, type SignedAct } from '@candor/proof';
import {
  approveAct,
  approveWithdrawal,
  challengeOf,
  getOperatorAccess,
  getWithdrawal,
  parseWireId,
  paymentText,
  previewAct,
  proposeAct,
  type ActKind,
  wireId,
  type ProposalMessage,
  type Uuid,
  type WithdrawalMessage,
} from '@candor/wire';
import { createCarryOut } from '../src/acts/carry-out.ts';
import { signedActsRule } from '../src/acts/signed-acts-rule.ts';
import { checkInvariants } from '../src/ledger/check-invariants.ts';
import { houseActs } from '../src/ledger/house-acts.ts';
import { readApprovers } from '../src/operators/approvers.ts';
import { demoPolicy } from '../src/withdrawals/demo-signer.ts';
import { findWithdrawal } from '../src/withdrawals/store.ts';
import { paymentOf } from '../src/withdrawals/withdrawal.ts';
import { withdrawalsDesk } from '../src/withdrawals/withdrawals-desk.ts';
import { consoleOrigin, operatorsForTests, type ConsoleBrowser } from './support/console-operators.ts';
import { runAsOwner } from './support/database.ts';
import { refusedWith } from './support/options-stage.ts';
import { SoftwarePasskey } from './support/software-passkey.ts';
import { openWithdrawalsStage, type WithdrawalsStage } from './support/withdrawals-stage.ts';

type Consoles = Awaited<ReturnType<typeof operatorsForTests>>;
interface Signing {
  name: string;
  operatorId: Uuid;
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
    desk: ({ signatures }) => {
      const { calls, acts } = withdrawalsDesk({ ...desk, signatures });
      return { calls, acts: [...acts, ...houseActs(desk)] };
    },
  });
  olga = await consoles.withPasskey('olga.b', 'treasurer');
  rita = await consoles.withPasskey('rita', 'risk');
  const { networks } = demoPolicy('ethereum', { usdt, signingKey });
  const rpId = new URL(consoleOrigin).hostname;
  const approvers = [olga, rita].map(({ name, passkey }) => ({ person: name, passkeys: [passkey.pinned] }));
  signer = await supervised.open({
    networks,
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
  const { wallet, feeMax } = (await signer.who()).ethereum!;
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

/** Signs the text that the console's page builds from the displayed payment. */
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
  await consoles.withPasskey('edna', 'editor');
  const all = await readApprovers(consoles.owner, consoleOrigin, { ofAll: true });
  assert.deepEqual(
    all.approvers.map(({ person }) => person),
    ['edna', 'olga.b', 'rita'],
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

const newNonce = (): string => randomBytes(16).toString('base64url');
const payIn = (amount: string) => ({
  kind: 'house-money-in' as const,
  body: { coin: 'USDT', amount, reference: 'a transfer' },
  why: 'a test',
});
async function signAct(act: SignedAct, part: ActPart['part'], { name, passkey }: Signing): Promise<string> {
  const challenge = await challengeOf(actText(act, { person: name, part })!);
  return passkey.sign(JSON.stringify({ challenge, rpId: new URL(consoleOrigin).hostname }));
}
/** Builds the request of the maker's page. The signed facts may differ from the facts at the time of the proposal. */
async function proposalOf(
  asked: { kind: ActKind; body: Record<string, unknown>; why: string },
  maker: Signing,
  part: ActPart['part'] = 'proposes',
) {
  const { facts } = await consoles.call(maker.browser, previewAct, { kind: asked.kind, body: asked.body });
  const nonce = newNonce();
  return { ...asked, nonce, signature: await signAct({ ...asked, facts, nonce }, part, maker) };
}
const propose = (asked: Awaited<ReturnType<typeof proposalOf>>, { browser }: Signing = olga!) =>
  consoles.call(browser, proposeAct, asked);
const decide = ({ proposal_id, version }: ProposalMessage, signature?: string) =>
  consoles.call(rita!.browser, approveAct, { proposal_id, version, signature });
const namedByAudit = async (rule = signedActsRule()) => (await checkInvariants(stage.ledger.serverPool, [rule]))[0]!;

test('an act is proposed and approved only with passkey signatures for exactly this act', async () => {
  const asked = await proposalOf(payIn('7'), olga!);
  assert.equal(await refusedWith(propose({ ...asked, signature: undefined! })), 'passkey-needed');
  assert.equal(await refusedWith(propose({ ...asked, nonce: undefined! })), 'passkey-needed');
  for (const wrong of [
    { ...asked, body: { ...asked.body, amount: '70' } },
    { ...asked, kind: 'house-money-out' as const },
    { ...asked, why: 'another reason' },
    { ...asked, nonce: newNonce() },
    { ...asked, signature: (await proposalOf(payIn('7'), { ...olga!, passkey: rita!.passkey })).signature },
    await proposalOf(payIn('7'), { ...olga!, name: 'rita' }),
    await proposalOf(payIn('7'), olga!, 'approves'),
  ])
    assert.equal(await refusedWith(propose(wrong)), 'signature-wrong');
  const first = await propose(asked);
  assert.equal(await refusedWith(propose(asked)), 'proposed-already', 'a signature is good for one proposal');
  const other = await propose(await proposalOf(payIn('7'), olga!));
  const ritas = await signAct(first, 'approves', rita!);
  assert.equal(await refusedWith(decide(first)), 'passkey-needed');
  for (const wrong of [
    asked.signature,
    await signAct(first, 'proposes', rita!),
    await signAct({ ...first, body: { ...first.body, amount: '70' } }, 'approves', rita!),
    await signAct({ ...first, facts: { ...first.facts, book: 'bonus' } }, 'approves', rita!),
    await signAct(first, 'approves', { ...rita!, passkey: olga!.passkey }),
    await signAct(other, 'approves', rita!),
  ])
    assert.equal(await refusedWith(decide(first, wrong)), 'signature-wrong');
  assert.equal((await decide(first, ritas)).state, 'done');
  assert.equal(await refusedWith(decide(other, ritas)), 'signature-wrong');
  assert.equal((await decide(other, await signAct(other, 'approves', rita!))).state, 'done');
  const { checked, broken, examples } = await namedByAudit();
  assert.ok(checked >= 4);
  assert.deepEqual([broken, examples], [0, []]);
});

/** Carries out an approved act, as the job of the console's process does. */
const carryOutHere = (proposalId: Uuid): Promise<void> =>
  createCarryOut({
    pool: consoles.pool,
    actOf: (kind) => houseActs({ lanes: stage.ledger.lanes, clock: stage.clock }).find(({ act }) => act.kind === kind),
    signatures: { areNeeded: true },
  })(proposalId, 'wait');

/** Inserts an approved act as candor_console, without any operator. */
async function forge(
  act: SignedAct,
  signatures: readonly (string | undefined)[],
): Promise<ProposalMessage['proposal_id']> {
  const proposalId = randomUUID();
  const ids = [olga!, rita!].map(({ operatorId }) => operatorId);
  await consoles.pool.query(
    `insert into act_proposals (proposal_id, kind, body, facts, why, maker, nonce, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, now() + interval '1 hour')`,
    [proposalId, act.kind, canonicalJson(act.body), canonicalJson(act.facts), act.why, ids[0], act.nonce],
  );
  for (const [place, signature] of signatures.entries())
    if (signature !== undefined)
      await consoles.pool.query(
        'insert into act_signatures (proposal_id, operator_id, signature) values ($1, $2, $3)',
        [proposalId, ids[place], signature],
      );
  await consoles.pool.query(
    `update act_proposals set state = 'approved', checker = $2, decided_at = now(), version = 1 where proposal_id = $1`,
    [proposalId, ids[1]],
  );
  return wireId('proposal', proposalId as Uuid);
}

test('acts that were written as candor_console, without the operators, are named by the audit', async () => {
  const asked = await proposalOf(payIn('8'), olga!);
  const genuine = await propose(asked);
  const ritas = await signAct(genuine, 'approves', rita!);
  const act = (amount: string, nonce: string | null = newNonce()) => ({
    ...payIn(amount),
    facts: genuine.facts,
    nonce,
  });
  const thief = new SoftwarePasskey(consoleOrigin);
  const [stolen, foreign, unsigned] = [act('1000000'), act('2000000'), act('3000000')];
  const byThief = await signAct(foreign, 'proposes', { ...olga!, passkey: thief });
  const isNamed = async (wanted: string, rule = signedActsRule()) =>
    (await namedByAudit(rule)).examples!.filter((each) => each.includes(wanted));

  const one = await forge(stolen, [asked.signature, ritas]);
  assert.deepEqual(await isNamed(one), [
    `house-money-in ${one}: olga.b proposes by a signature of something else`,
    `house-money-in ${one}: rita approves by a signature of something else`,
  ]);
  const two = await forge(foreign, [byThief, '{}']);
  assert.deepEqual(await isNamed(two), [
    `house-money-in ${two}: olga.b proposes by a passkey that this operator did not have`,
    `house-money-in ${two}: rita approves by a passkey that this operator did not have`,
  ]);
  // A demo requires no signatures.
  const three = await forge(unsigned, []);
  assert.deepEqual(await isNamed(three), []);
  await assert.rejects(forge({ ...act('9'), nonce: genuine.nonce }, []), /act_proposals_nonce_key/);
  await assert.rejects(
    consoles.pool.query('update act_proposals set nonce = null, version = version + 1'),
    /stays what it is/,
  );

  // The console’s own process carries out none of these acts, and the audit still names them.
  const { rows } = await consoles.pool.query<{ id: Uuid }>(
    `select proposal_id as id from act_proposals where state = 'approved'`,
  );
  assert.equal(rows.length, 3);
  for (const { id } of rows) await carryOutHere(id);
  const after = await consoles.pool.query<{ reason: string }>(
    `select distinct state || ' ' || reason as reason from act_proposals where proposal_id = any($1) order by 1`,
    [rows.map(({ id }) => id)],
  );
  assert.deepEqual(
    after.rows.map(({ reason }) => reason),
    ['failed passkey-needed', 'failed signature-wrong'],
  );
  assert.equal((await isNamed(one)).length, 2);

  // By the database alone, a passkey inserted by an intruder looks valid; the owner's list of pinned passkeys reveals it.
  assert.equal((await decide(genuine, ritas)).state, 'done');
  const pin = (people: readonly Signing[]) => ({
    rpId: new URL(consoleOrigin).hostname,
    origin: consoleOrigin,
    approvers: people.map(({ name, passkey }) => ({ person: name, passkeys: [passkey.pinned] })),
  });
  assert.deepEqual(await isNamed(genuine.proposal_id), []);
  assert.deepEqual(await isNamed(genuine.proposal_id, signedActsRule(pin([olga!, rita!]))), []);
  assert.deepEqual(await isNamed(genuine.proposal_id, signedActsRule(pin([olga!]))), [
    `house-money-in ${genuine.proposal_id}: rita approves by a passkey that is not pinned`,
  ]);

  await runAsOwner(consoles.database, `insert into deployment (mode) values ('production')`);
  assert.deepEqual(await isNamed(three), [
    `house-money-in ${three}: olga.b proposes without a signature`,
    `house-money-in ${three}: rita approves without a signature`,
  ]);
  await assert.rejects(forge(act('4000000'), []), /with the signatures of both operators/);
  await assert.rejects(forge(act('4000000'), [asked.signature]), /with the signatures of both operators/);
  // Acts that were approved before signatures were introduced need none.
  await runAsOwner(
    consoles.database,
    `alter table acts_signed_since disable trigger all; update acts_signed_since set at = now() + interval '1 day'`,
  );
  assert.deepEqual((await namedByAudit()).broken, 0);
});
