// Withdrawals with a signer that has no network: the engine builds, files go to a process of its own and back, and each payment is made once,
// whatever somebody does to the files.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { approvalKeyOf, digestOf, evmSender, makeSigner, readWalletsFile } from '@candor/chain';
import { holdMs, type Uuid } from '@candor/wire';
import { playNode, type PlayedNode } from '../../chain/src/payments/played-node.test-support.ts';
import { inTransaction } from '../src/kit/in-transaction.ts';
import { exportPayments } from '../src/withdrawals/export-payments.ts';
import { giveBackAfterMs } from '../src/withdrawals/give-back-payment.ts';
import { importAnswers } from '../src/withdrawals/import-answers.ts';
import { openSignerOf } from '../src/withdrawals/open-signer-of.ts';
import { replaceAfterMs } from '../src/withdrawals/replacement.ts';
import { approvedProposal } from './support/acts.ts';
import { openWithdrawalsStage, type WithdrawalsStage } from './support/withdrawals-stage.ts';

const usdt = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const gwei = 10n ** 9n;
const directory = mkdtempSync(join(tmpdir(), 'candor-offline-'));
const at = (name: string): string => join(directory, name);
let stage: WithdrawalsStage;
let node: PlayedNode;

interface Answer {
  id: string;
  network: string;
  digest: string;
  signed?: string;
  txid?: string;
  refused?: string;
}
interface AnswerText {
  candor: string;
  deployment: string;
  answers: Answer[];
}

before(async () => {
  stage = await openWithdrawalsStage();
  writePolicy('key', {});
  // The example has no approvers and is completed by its owner.
  await makeSigner(at('key'));
  run('wallets', at('key'), at('wallets'));
  node = playNode();
  await stage.openWallet(means());
});
after(async () => {
  await stage.end();
  rmSync(directory, { recursive: true });
});

function writePolicy(name: string, usdtLimits: { twoPersonsAbove?: bigint; dayMax?: bigint }): void {
  const { twoPersonsAbove = 500_000_000n, dayMax = 10n ** 12n } = usdtLimits;
  mkdirSync(at(name), { recursive: true, mode: 0o700 });
  const limits = { twoPersonsAbove: String(twoPersonsAbove), dayMax: String(dayMax) };
  const ethereum = {
    chain: { chainId: '31337', usdt },
    feeMax: String(100_000n * 500n * gwei),
    coins: { USDT: limits },
  };
  const policy = { networks: { ethereum }, approvalKey: approvalKeyOf(stage.signingKey) };
  writeFileSync(join(at(name), 'policy.json'), JSON.stringify(policy));
}

/** Runs `npm run signer` as its launcher does, in a process that knows no setting of the server. */
function run(...args: string[]): string {
  const { status, stdout, stderr } = attempt(args);
  assert.equal(status, 0, stderr);
  return stdout;
}
interface Around {
  input?: string;
  environment?: NodeJS.ProcessEnv;
}
const attempt = (args: string[], { input = '', environment = {} }: Around = {}) =>
  spawnSync(process.execPath, [join(import.meta.dirname, '../src/run-signer.ts'), ...args], {
    encoding: 'utf8',
    env: environment,
    input,
  });

const wallets = () => readWalletsFile(at('wallets')).wallets;
function means() {
  const signer = openSignerOf('ethereum', { signerWallets: at('wallets') }, stage.ledger.pool);
  const { wallet, feeMax } = wallets().ethereum!;
  return { signer, sender: evmSender(node.ask, usdt), wallet, chainId: 31_337n, feeMax: BigInt(feeMax), usdt };
}
const pay = () => stage.pay(means());
async function settle(): Promise<void> {
  for (let blocks = 0; blocks < 7; blocks++) node.addBlock();
  await pay();
}
async function approved(amount: string): Promise<Uuid> {
  const accountId = await stage.ledger.pay('1000');
  const asked = await stage.request({ accountId }, await stage.usableAddress(accountId), amount);
  await stage.approve(asked, 'olga');
  return accountId;
}
const exportTo = (name: string) =>
  exportPayments(at(name), { pool: stage.ledger.pool, clock: stage.clock, mode: 'demo', wallets: wallets() });
const importFrom = async (name: string): Promise<string[]> =>
  (await importAnswers(at(name), { pool: stage.ledger.pool, wallets: wallets() })).map(({ outcome }) => outcome);
const sign = (exported: string, answered: string, key = 'key'): string =>
  run('sign', at(key), at(exported), at(answered), '--yes');
const answersOf = (name: string) => JSON.parse(readFileSync(at(name), 'utf8')) as AnswerText;
const bend = (name: string, to: string, change: (file: AnswerText) => unknown): void =>
  writeFileSync(at(to), JSON.stringify(change(answersOf(name))));
const rowOf = async (accountId: Uuid) =>
  (
    await stage.ledger.pool.query<{
      state: string;
      trouble: string;
      nonce: string | null;
      unsigned: string;
      withdrawal_id: string;
    }>('select state, trouble, nonce, unsigned, withdrawal_id from withdrawals where account_id = $1', [accountId])
  ).rows[0]!;
const stateOf = async (accountId: Uuid) => {
  const { state, trouble } = await rowOf(accountId);
  return `${state} ${trouble}`.trim();
};

test('what the engine built is exported, signed elsewhere, imported, sent, and settled once, however often each is done', async () => {
  const accounts = [await approved('100'), await approved('50')];
  await pay();
  await pay();
  for (const each of accounts) assert.equal(await stateOf(each), 'built waits-for-signature');
  assert.equal((await exportTo('first')).count, 2);
  const text = readFileSync(at('first'), 'utf8');
  assert.equal((await exportTo('first')).count, 2);
  assert.equal(readFileSync(at('first'), 'utf8'), text);

  assert.equal(attempt(['sign', at('key'), at('first'), at('answer')], { input: 'no\n' }).status, 1);
  assert.equal(attempt(['sign', at('key'), at('first'), at('answer')]).status, 1);
  assert.equal(existsSync(at('answer')), false);
  const shown = attempt(['sign', at('key'), at('first'), at('answer')], { input: 'yes\n' });
  assert.equal(shown.status, 0, shown.stderr);
  assert.match(shown.stdout, /1\. 97 USDT on Ethereum to 0x9858EfFD\w+\n {3}fee at most 0\.\d+ ETH, approved by olga/);
  const answer = readFileSync(at('answer'), 'utf8');
  sign('first', 'answer');
  assert.equal(readFileSync(at('answer'), 'utf8'), answer);

  await pay();
  assert.equal(await stateOf(accounts[0]!), 'built waits-for-signature');
  assert.deepEqual(
    await Promise.all([importFrom('answer'), importFrom('answer')]).then((all) => all.flat().toSorted()),
    ['known', 'known', 'signature', 'signature'],
  );
  await pay();
  for (const each of accounts) assert.equal(await stateOf(each), 'broadcast');
  assert.deepEqual(await importFrom('answer'), ['known', 'known']);
  await settle();
  for (const each of accounts) assert.equal(await stateOf(each), 'sent');
  assert.deepEqual(await importFrom('answer'), ['known', 'known']);
  assert.equal((await exportTo('after')).count, 0);
  assert.deepEqual(await Promise.all(accounts.map((each) => stage.ledger.available(each))), ['900', '950']);
  await stage.ledger.audit();
});

test('an answer for other bytes, another payment, another database, by another key, cut off or too large changes nothing', async () => {
  const accounts = [await approved('100'), await approved('50')];
  await pay();
  await exportTo('export');
  mkdirSync(at('thief'), { mode: 0o700 });
  copyFileSync(join(at('key'), 'policy.json'), join(at('thief'), 'policy.json'));
  await makeSigner(at('thief'));
  sign('export', 'false', 'thief');
  assert.deepEqual(await importFrom('false'), ['signature-false', 'signature-false']);
  sign('export', 'good');
  const [first, second] = answersOf('good').answers;
  const bent: [change: (file: AnswerText) => unknown, outcomes: string[] | RegExp][] = [
    [(file) => ({ ...file, answers: [{ ...first, id: second!.id }] }), ['other-bytes']],
    [(file) => ({ ...file, answers: [{ ...second, id: first!.id, digest: first!.digest }] }), ['signature-false']],
    [(file) => ({ ...file, answers: [{ ...first, digest: digestOf('0x02') }] }), ['other-bytes']],
    [(file) => ({ ...file, answers: [{ ...first, txid: second!.txid }] }), ['signature-false']],
    [(file) => ({ ...file, answers: [{ ...first, network: 'bitcoin' }] }), ['unknown-payment']],
    [(file) => ({ ...file, answers: [{ ...first, id: first!.id.replace(/^./, 'f') }] }), ['unknown-payment']],
    [(file) => ({ ...file, deployment: first!.id }), /another deployment/],
    [(file) => ({ ...file, candor: 'signer-export' }), /no signer-answer/],
    [(file) => ({ ...file, answers: [{ ...first, refused: 'day-limit' }] }), /neither/],
    [
      (file) => ({ ...file, answers: [{ ...first, signed: undefined, txid: undefined, refused: 'because' }] }),
      /neither/,
    ],
    [(file) => ({ ...file, answers: Array.from({ length: 10_000 }, () => first) }), /10000 payments/],
  ];
  for (const [change, expected] of bent) {
    bend('good', 'bent', change);
    if (expected instanceof RegExp) await assert.rejects(importFrom('bent'), expected);
    else assert.deepEqual(await importFrom('bent'), expected);
  }
  const whole = readFileSync(at('good'), 'utf8');
  for (const length of [0, 1, whole.length >> 1, whole.length - 3]) {
    writeFileSync(at('cut'), whole.slice(0, length));
    await assert.rejects(importFrom('cut'), /not a whole file/);
  }
  await pay();
  for (const each of accounts) assert.equal(await stateOf(each), 'built waits-for-signature');

  // Whoever has the server's role stores a false signature beside the good one: the engine believes neither word nor order.
  const { withdrawal_id: id, unsigned } = await rowOf(accounts[0]!);
  const insert = (bytes: string) =>
    stage.ledger.pool.query(
      `insert into signer_answers (account_id, withdrawal_id, unsigned, signed, txid) values ($1, $2, $3, $4, $5)`,
      [accounts[0], id, bytes, second!.signed, second!.txid],
    );
  await assert.rejects(insert(`${unsigned}00`), /no payment waits/);
  await insert(unsigned);
  await assert.rejects(stage.ledger.pool.query('delete from signer_answers'), /permission denied/);
  await pay();
  assert.equal(await stateOf(accounts[0]!), 'built signature-false');
  assert.deepEqual(await importFrom('good'), ['signature', 'signature']);
  await insert(unsigned);
  await pay();
  await settle();
  for (const each of accounts) assert.equal(await stateOf(each), 'sent');
  await stage.ledger.audit();
});

test('a held account’s signature waits, and bytes that left in a file keep their place; others give it back', async () => {
  const [exported, unexported] = [await approved('100'), await approved('50')];
  await pay();
  const { nonce } = await rowOf(exported);
  await stage.hold(unexported);
  const { count, leftOut } = await exportTo('held');
  assert.deepEqual([count, leftOut.map(({ reason }) => reason)], [1, ['account-held']]);
  await stage.hold(exported);
  await pay();
  assert.equal(await stateOf(exported), 'built account-held');
  sign('held', 'held-answer');
  assert.deepEqual(await importFrom('held-answer'), ['signature']);
  await pay();
  await pay();
  assert.deepEqual([await stateOf(exported), (await rowOf(exported)).nonce], ['built account-held', nonce]);
  stage.clock.advance(holdMs);
  await pay();
  assert.equal(await stateOf(exported), 'broadcast');
  if ((await stateOf(unexported)).startsWith('built')) {
    await exportTo('later');
    sign('later', 'later-answer');
    assert.deepEqual(await importFrom('later-answer'), ['signature']);
  }
  await pay();
  await settle();
  assert.deepEqual([await stateOf(exported), await stateOf(unexported)], ['sent', 'sent']);
  await stage.ledger.audit();
});

test('both commands of the server go to its database, and are refused without the wallets file', async () => {
  const accountId = await approved('50');
  await pay();
  const onServer = { DATABASE_URL: stage.ledger.url, DATA_DIRECTORY: at('data'), SIGNER_WALLETS: at('wallets') };
  const exported = attempt(['export', at('by-command')], { environment: onServer });
  assert.equal(exported.status, 0, exported.stderr);
  assert.match(exported.stdout, /1 payments in .*by-command, of ethereum/);
  sign('by-command', 'by-command-answer');
  const imported = attempt(['import', at('by-command-answer')], { environment: onServer });
  assert.equal(imported.status, 0, imported.stderr);
  assert.match(imported.stdout, /: signature\n/);
  bend('by-command-answer', 'bent', (file) => ({
    ...file,
    answers: file.answers.map((answer) => ({ ...answer, digest: digestOf('') })),
  }));
  const bent = attempt(['import', at('bent')], { environment: onServer });
  assert.deepEqual([bent.status, /: other-bytes\n/.test(bent.stdout)], [1, true]);
  const bare = attempt(['export', at('bare')], { environment: { ...onServer, SIGNER_WALLETS: undefined } });
  assert.deepEqual([bare.status, bare.stderr], [1, 'Set SIGNER_WALLETS to the file of npm run signer -- wallets.\n']);
  assert.match(attempt(['sign', at('key')]).stderr, /npm run signer -- init/);
  await pay();
  await settle();
  assert.equal(await stateOf(accountId), 'sent');
});

test('a payment that was never exported gives its place back when its account is held', async () => {
  const accountId = await approved('50');
  await pay();
  assert.equal(await stateOf(accountId), 'built waits-for-signature');
  await stage.hold(accountId);
  await pay();
  assert.deepEqual([await stateOf(accountId), (await rowOf(accountId)).nonce], ['approved account-held', null]);
  await stage.reject((await stage.list(accountId))[0]!);
});

test('a payment that the policy never signs takes no place, and one that it refuses now waits with its reason until it is signed', async () => {
  const large = await approved('600');
  await pay();
  assert.deepEqual([await stateOf(large), (await rowOf(large)).nonce], ['approved signer-too-few-approvals', null]);
  await stage.reject((await stage.list(large))[0]!);
  const accountId = await approved('100');
  await pay();
  await exportTo('export');
  writePolicy('key', { dayMax: 1n });
  assert.match(sign('export', 'refusal'), /is refused: day-limit/);
  assert.deepEqual(await importFrom('refusal'), ['refusal']);
  assert.deepEqual(await importFrom('refusal'), ['known']);
  await pay();
  assert.equal(await stateOf(accountId), 'built signer-day-limit');
  assert.equal((await exportTo('again')).count, 1);
  writePolicy('key', {});
  sign('again', 'signature');
  assert.deepEqual(await importFrom('signature'), ['signature']);
  // An older refusal says nothing of bytes that were signed.
  assert.deepEqual(await importFrom('refusal'), ['known']);
  await pay();
  await settle();
  assert.equal(await stateOf(accountId), 'sent');
  await stage.ledger.audit();
});

/** A payment that was sent, and whose replacement waits for a signature in the file `name`. */
async function waitingReplacement(name: string): Promise<Uuid> {
  node.baseFee = gwei;
  const accountId = await approved('100');
  await pay();
  await exportTo(name);
  sign(name, `${name}-answer`);
  await importFrom(`${name}-answer`);
  await pay();
  assert.equal(await stateOf(accountId), 'broadcast');
  node.baseFee = 80n * gwei;
  node.addBlock();
  stage.clock.advance(replaceAfterMs);
  await pay();
  assert.equal(await stateOf(accountId), 'broadcast waits-for-signature');
  assert.equal((await exportTo(name)).count, 1);
  sign(name, `${name}-answer`);
  return accountId;
}

test('a replacement is signed offline too, and the earlier bytes are sent again meanwhile', async () => {
  const accountId = await waitingReplacement('raise');
  const { txid } = (await stage.list(accountId))[0]!;
  node.forget();
  await pay();
  assert.deepEqual(
    node.pool.map((each) => each.txid),
    [txid],
  );
  assert.deepEqual(await importFrom('raise-answer'), ['signature']);
  await pay();
  assert.notEqual((await stage.list(accountId))[0]!.txid, txid);
  await settle();
  assert.equal(await stateOf(accountId), 'sent');
  await stage.ledger.audit();
});

test('an answer that comes after its payment was made, or given back, changes nothing', async () => {
  const made = await waitingReplacement('made');
  node.baseFee = gwei;
  await settle();
  assert.equal(await stateOf(made), 'sent');
  assert.deepEqual(await importFrom('made-answer'), ['not-waiting']);

  const given = await waitingReplacement('given');
  node.forget();
  node.useElsewhere(wallets().ethereum!.wallet);
  node.addBlock();
  await pay();
  assert.equal(await stateOf(given), 'broadcast place-used');
  await giveBack(given);
  assert.deepEqual(await importFrom('given-answer'), ['signature']);
  stage.clock.advance(giveBackAfterMs);
  await pay();
  assert.deepEqual([await stateOf(given), await stage.ledger.available(given)], ['failed place-used', '1000']);
  assert.deepEqual(await importFrom('given-answer'), ['not-waiting']);
  await pay();
  await stage.ledger.audit();
});

async function giveBack(accountId: Uuid): Promise<void> {
  const { pool } = stage.ledger;
  const act = stage.product().acts.find(({ act: { kind } }) => kind === 'give-back-payment')!;
  const body = { withdraw_id: (await stage.list(accountId))[0]!.withdraw_id };
  const facts = await act.facts(body, pool);
  const proposalId = await approvedProposal(pool, { kind: 'give-back-payment', body, facts });
  await inTransaction(pool, (database) =>
    act.carryOut({ proposalId, body, facts, maker: 'anna', checker: 'ben' }, database),
  );
}
