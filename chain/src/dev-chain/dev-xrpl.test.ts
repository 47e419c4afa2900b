// The ledger of a demo: what it accepts, what it keeps, and a deposit and a payment over it from end to end.
import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { HDKey } from '@scure/bip32';
import { accountStateHash, ledgerHash, transactionTreeHash } from 'ripple-binary-codec/dist/ledger-hashes.js';
import { addressOfPrivateKey, indexOfAccount } from './dev-xrpl-account.ts';
import { devXrplNetworkId, openDevXrpl, type DevXrpl, type DevXrplOptions } from './dev-xrpl.ts';
import { xrplSource } from '../deposits/xrpl-source.ts';
import type { BaseUnits } from '../networks/amounts.ts';
import { askRippled } from '../networks/rippled-rpc.ts';
import { askLedger, fields } from '../payments/xrpl-answers.ts';
import { destinationFault } from '../payments/xrpl-destination.ts';
import { writeXrplPayment, xrplPayment } from '../payments/xrpl-payment.ts';
import { ledgersToLive, xrplSender } from '../payments/xrpl-sender.ts';

const root = mkdtempSync(join(tmpdir(), 'candor-xrpl-'));
after(() => rmSync(root, { recursive: true, force: true }));
let made = 0;
const newDirectory = (): string => join(root, String(++made));

const chain = { networkId: devXrplNetworkId };
const secretOf = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);
const keyOf = (byte: number): Uint8Array =>
  HDKey.fromMasterSeed(secretOf(byte)).derive("m/44'/144'/0'/0/0").privateKey!;
const wallet = xrplPayment.walletOf(secretOf(1), chain);
const [platform, stranger, nobody] = [2, 3, 4].map((byte) => addressOfPrivateKey(keyOf(byte))) as [
  string,
  string,
  string,
];
const xrp = (amount: number): bigint => BigInt(amount) * 1_000_000n;
const clock = () => Date.UTC(2026, 0, 1);

const partsOf = (ledger: DevXrpl) => {
  const asked = askRippled(ledger.url);
  return {
    ask: askLedger(asked),
    sender: xrplSender(askLedger(asked), chain),
    source: xrplSource({ ask: asked, account: platform }),
  };
};
async function openFunded(options: Partial<DevXrplOptions> = {}) {
  const directory = newDirectory();
  const ledger = await openDevXrpl({ directory, now: clock, ...options });
  await ledger.send({ to: wallet, drops: xrp(1_000) });
  return { directory, ledger, ...partsOf(ledger) };
}
const fault = (status: { kind: string; result?: string }) => `${status.kind} ${status.result ?? ''}`;

/** As a payer does it: the wallet, the bytes, the signature, and what can be proven of it. */
async function sign(
  { sender }: ReturnType<typeof partsOf>,
  { to, drops, lastLedger }: { to: string; drops: bigint; lastLedger?: number },
) {
  const { ledger, sequence } = (await sender.walletOf(wallet))!;
  const { next: fee } = await sender.fees();
  const terms = { chain, wallet, sequence, lastLedger: lastLedger ?? ledger + ledgersToLive, fee };
  const unsigned = writeXrplPayment({ to, units: drops as BaseUnits }, terms);
  const { signed, txid } = await xrplPayment.sign(unsigned, { secret: secretOf(1), chain });
  assert.equal(await xrplPayment.verify(signed, { unsigned, wallet, chain }), txid);
  return { signed, txid, fromLedger: ledger };
}

test('a deposit and a payment, from end to end', async () => {
  const opened = await openFunded();
  const { ledger, sender, source } = opened;
  assert.equal(await sender.networkId(), devXrplNetworkId);
  const deposited = await ledger.send({ to: `${platform}-10058`, drops: xrp(25) });
  const tip = await source.tip();
  const block = await source.block(tip.height);
  assert.deepEqual(block!.credits, [
    { txid: deposited, ordinal: 0, asset: 'XRP', address: platform, tag: 10_058, units: xrp(25) },
  ]);
  assert.equal(block!.parent, (await source.block(tip.height - 1))!.hash);
  const before = (await sender.walletOf(wallet))!;
  const sent = await sign(opened, { to: `${platform}-7`, drops: xrp(40) });
  await sender.send(sent.signed);
  const status = await sender.statusOf(sent);
  assert.deepEqual(status, {
    kind: 'mined',
    height: tip.height + 1,
    isGood: true,
    result: 'tesSUCCESS',
    confirmations: 1,
    isFinal: true,
  });
  const paid = await source.block(tip.height + 1);
  assert.deepEqual(
    paid!.credits.map(({ txid, tag, units }) => ({ txid, tag, units })),
    [{ txid: sent.txid, tag: 7, units: xrp(40) }],
  );
  const wallets = (await sender.walletOf(wallet))!;
  assert.equal(wallets.drops, before.drops - xrp(40) - 10n);
  assert.equal(wallets.sequence, before.sequence + 1);
  // The same bytes again, which each payer may send.
  await sender.send(sent.signed);
  assert.deepEqual((await sender.walletOf(wallet))!, wallets);
  await ledger.close();
});

test('a payment that expires leaves its number to the next one, and is never paid', async () => {
  const opened = await openFunded({ isAutomatic: false });
  const { ledger, sender } = opened;
  const lastLedger = (await sender.walletOf(wallet))!.ledger + 1;
  const late = await sign(opened, { to: stranger, drops: xrp(5), lastLedger });
  assert.equal((await sender.statusOf(late)).kind, 'pending');
  ledger.closeLedger();
  assert.equal((await sender.statusOf(late)).kind, 'pending');
  ledger.closeLedger();
  assert.equal((await sender.statusOf(late)).kind, 'never');
  await assert.rejects(sender.send(late.signed), /tefMAX_LEDGER/);
  const next = await sign(opened, { to: stranger, drops: xrp(5) });
  await sender.send(next.signed);
  assert.equal((await sender.statusOf(next)).kind, 'pending');
  ledger.closeLedger();
  assert.equal((await sender.statusOf(next)).kind, 'mined');
  await assert.rejects(sender.send(late.signed), /tefPAST_SEQ/);
  await ledger.close();
});

test('accounts refuse what they do not want; such a payment costs its fee and delivers nothing', async () => {
  const opened = await openFunded();
  const { ledger, sender } = opened;
  await ledger.send({ to: platform, drops: xrp(20) });
  await ledger.transact(keyOf(2), { TransactionType: 'AccountSet', SetFlag: 1 });
  await ledger.send({ to: stranger, drops: xrp(20) });
  await ledger.transact(keyOf(3), { TransactionType: 'AccountSet', SetFlag: 9 });
  await assert.rejects(ledger.send({ to: platform, drops: xrp(1) }), /tecDST_TAG_NEEDED/);
  const cases = [
    [platform, xrp(5), 'tecDST_TAG_NEEDED', 'needs-tag'],
    [stranger, xrp(5), 'tecNO_PERMISSION', 'refuses-wallet'],
    [nobody, 999_999n, 'tecNO_DST_INSUF_XRP', 'below-reserve'],
    [nobody, xrp(5_000), 'tecUNFUNDED_PAYMENT', undefined],
  ] as const;
  for (const [to, drops, result, why] of cases) {
    assert.equal(destinationFault(await sender.destinationOf(to, wallet), { to, units: drops })?.why, why);
    const before = (await sender.walletOf(wallet))!;
    const sent = await sign(opened, { to, drops });
    await sender.send(sent.signed);
    assert.equal(fault(await sender.statusOf(sent)), `mined ${result}`);
    const { drops: left, sequence } = (await sender.walletOf(wallet))!;
    assert.deepEqual([left, sequence], [before.drops - 10n, before.sequence + 1]);
  }
  await ledger.transact(keyOf(2), { TransactionType: 'AccountSet', ClearFlag: 1 });
  const good = await sign(opened, { to: platform, drops: xrp(5) });
  await sender.send(good.signed);
  assert.equal(fault(await sender.statusOf(good)), 'mined tesSUCCESS');
  await ledger.close();
});

test('only bytes with the signature of their account, of this network, in their order, come into a ledger', async () => {
  const { ledger, ask } = await openFunded();
  const submit = async (signed: string): Promise<string> => {
    const answer = fields(await ask('submit', { tx_blob: signed }));
    return String(answer['engine_result'] ?? answer['error']);
  };
  const terms = { chain, wallet, sequence: 2, lastLedger: 300, fee: 10n };
  const signedWith = async (more: object) => {
    const used = { ...terms, ...more };
    const unsigned = writeXrplPayment({ to: stranger, units: xrp(5) as BaseUnits }, used);
    return (await xrplPayment.sign(unsigned, { secret: secretOf(1), chain })).signed;
  };
  const good = await signedWith({});
  assert.equal(await submit(await signedWith({ chain: { networkId: 0 } })), 'telREQUIRES_NETWORK_ID');
  assert.equal(await submit(await signedWith({ chain: { networkId: 21_337 } })), 'telWRONG_NETWORK');
  assert.equal(await submit(await signedWith({ sequence: 3 })), 'terPRE_SEQ');
  assert.equal(await submit(await signedWith({ sequence: 1 })), 'tefPAST_SEQ');
  assert.equal(await submit(await signedWith({ fee: 9n })), 'telINSUF_FEE_P');
  assert.equal(await submit(await signedWith({ lastLedger: 1 })), 'tefMAX_LEDGER');
  for (const broken of [good.replace(/^120000/, '120003'), good.slice(0, -2), `${good}00`, 'abc', 'ff'.repeat(60)]) {
    assert.match(await submit(broken), /^invalid(Transaction|Params)$/);
  }
  assert.equal(await submit(`${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`), 'invalidTransaction');
  const wrong = ledger.transact(keyOf(3), {
    Account: wallet,
    Sequence: 2,
    TransactionType: 'Payment',
    Destination: stranger,
    Amount: '5000000',
  });
  await assert.rejects(wrong, /tefBAD_AUTH/);
  await assert.rejects(
    ledger.transact(keyOf(3), { TransactionType: 'Payment', Destination: wallet, Amount: '5' }),
    /terNO_ACCOUNT/,
  );
  const bad: Record<string, object> = {
    temBAD_SEND_XRP_PARTIAL: { Flags: 0x0002_0000 },
    temBAD_SEND_XRP_MAX: { SendMax: '9000000' },
    temBAD_AMOUNT: { Amount: '0' },
    temREDUNDANT: { Destination: wallet },
    temDISABLED: { Amount: { currency: 'USD', issuer: stranger, value: '5' } },
  };
  for (const [result, more] of Object.entries(bad)) {
    const payment = { TransactionType: 'Payment', Destination: stranger, Amount: '5000000', ...more };
    await assert.rejects(ledger.transact(keyOf(1), payment), new RegExp(result));
  }
  assert.equal(await submit(good), 'tesSUCCESS');
  assert.equal(await submit(good), 'tefALREADY');
  await ledger.close();
});

test('what it answered it keeps, however it ends; a line that was cut off was told to nobody', async () => {
  const { directory, ledger, sender, source } = await openFunded();
  await ledger.send({ to: `${platform}-5`, drops: xrp(3) });
  const [tip, held] = [await source.tip(), await sender.walletOf(wallet)];
  await ledger.close();
  const file = join(directory, 'xrp-ledgers.jsonl');
  const whole = readFileSync(file, 'utf8');
  appendFileSync(file, '{"closeTime":8');
  const again = await openDevXrpl({ directory, now: clock });
  const parts = partsOf(again);
  assert.deepEqual([await parts.source.tip(), await parts.sender.walletOf(wallet)], [tip, held]);
  assert.equal(readFileSync(file, 'utf8'), whole);
  await again.send({ to: `${platform}-6`, drops: xrp(3) });
  assert.equal((await parts.source.block(tip.height + 1))!.parent, tip.hash);
  await again.close();
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"closeTime":(\d)/, '"closeTime":1$1'));
  await assert.rejects(openDevXrpl({ directory, now: clock }), /another hash/);
});

test('it answers for ledgers, accounts and transactions that it does not have as nodes do', async () => {
  const { ledger, ask, sender, source } = await openFunded();
  assert.equal(await source.block(99), undefined);
  assert.equal(await source.hashAt(99), undefined);
  const errorOf = async (method: string, params: object) => fields(await ask(method, { ...params }))['error'];
  assert.equal(await errorOf('account_info', { account: 'x' }), 'actMalformed');
  assert.equal(
    await errorOf('tx', { transaction: 'AB'.repeat(32), min_ledger: 1, max_ledger: 2_000 }),
    'excessiveLgrRange',
  );
  assert.equal(await errorOf('tx', { transaction: 'AB'.repeat(32), min_ledger: 9, max_ledger: 2 }), 'invalidLgrRange');
  assert.equal(await errorOf('constructor', {}), 'unknownCmd');
  const beyond = fields(await ask('tx', { transaction: 'AB'.repeat(32), min_ledger: 1, max_ledger: 90 }));
  assert.deepEqual([beyond['error'], beyond['searched_all']], ['txnNotFound', false]);
  assert.equal(await sender.walletOf(nobody), undefined);
  await ledger.close();
});

test('its hashes are those that the network would compute of the same accounts, transactions and header', async () => {
  const { ledger, ask } = await openFunded({ isAutomatic: false });
  const addresses = [...Array(40).keys()].map((byte) => addressOfPrivateKey(keyOf(byte + 1)));
  for (const to of addresses) await ledger.send({ to, drops: xrp(2) });
  const terms = { chain, wallet, lastLedger: 300, fee: 10n };
  for (const [place, to] of addresses.slice(1).entries()) {
    const unsigned = writeXrplPayment({ to, units: 5n as BaseUnits }, { ...terms, sequence: 2 + place });
    await ask('submit', { tx_blob: (await xrplPayment.sign(unsigned, { secret: secretOf(1), chain })).signed });
  }
  ledger.closeLedger();
  const ledgerOf = async (ledger_index: unknown) => {
    const asked = { ledger_index, transactions: true, expand: true };
    return fields(fields(await ask('ledger', asked))['ledger']) as Readonly<Record<string, never>>;
  };
  const newest = await ledgerOf('validated');
  const before = await ledgerOf(parseInt(newest['ledger_index']!, 10) - 1);
  const transactions = newest['transactions'] as unknown as Parameters<typeof transactionTreeHash>[0];
  assert.equal(transactions.length, 39);
  assert.equal(transactionTreeHash(transactions).toHex(), newest['transaction_hash']);
  const entries = [...addresses, 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'].map(async (account) => {
    const found = fields(fields(await ask('account_info', { account, ledger_index: 'validated' }))['account_data']);
    const index = indexOfAccount(account);
    return { ...found, index };
  });
  assert.equal(accountStateHash(await Promise.all(entries)).toHex(), newest['account_hash']);
  const header = {
    ...newest,
    ledger_index: parseInt(newest['ledger_index']!, 10),
    parent_close_time: before['close_time']!,
    close_time_resolution: 10,
    close_flags: 0,
  };
  assert.equal(ledgerHash(header as never).toHex(), newest['ledger_hash']);
  assert.equal(newest['parent_hash'], before['ledger_hash']);
  await ledger.close();
});
