// Transactions of forms that the XRP Ledger added later, or may add: they neither change what a payment is, nor stop the network.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { tagOfIndex } from '../addresses/xrp-tag.ts';
import { UnprovenBlockError } from './check-receipts.ts';
import type { Credit } from './deposit.ts';
import {
  accountOf,
  payXrp,
  PlayedXrpl,
  xrplTransactionFrom,
  type MadeXrplTransaction,
} from './played-xrpl.test-support.ts';
import { xrplSource } from './xrpl-source.ts';

const account = accountOf(0xa);
const tag = tagOfIndex(1);
const usd = (value: string) => ({ currency: 'USD', issuer: accountOf(9), value });

async function creditsOf(...transactions: readonly MadeXrplTransaction[]): Promise<readonly Credit[]> {
  const node = new PlayedXrpl();
  node.close(...transactions);
  return (await xrplSource({ ask: node.ask, account }).block(1))!.credits;
}

test('fields of every other type, and of types that nobody knows yet, do not change what a payment is', async () => {
  const issue = { currency: 'USD', issuer: accountOf(9) };
  const bridge = {
    LockingChainDoor: accountOf(3),
    LockingChainIssue: { currency: 'XRP' },
    IssuingChainDoor: accountOf(4),
    IssuingChainIssue: { currency: 'XRP' },
  };
  const others = {
    NetworkID: 5,
    TicketSequence: 9,
    EmailHash: 'AB'.repeat(16),
    ExchangeRate: '0000000000000001',
    DomainID: 'CD'.repeat(32),
    SendMax: { mpt_issuance_id: '00'.repeat(24), value: '7' },
    DeliverMin: usd('7'),
    URI: 'EF'.repeat(300),
    RegularKey: accountOf(5),
    AssetsMaximum: '7',
    Memos: [{ Memo: { MemoData: '00' } }],
    Paths: [[{ account: accountOf(6) }]],
    TickSize: 5,
    TakerPaysCurrency: '00'.repeat(20),
    MPTokenIssuanceID: '00'.repeat(24),
    CredentialIDs: ['AB'.repeat(32)],
    Asset: issue,
    XChainBridge: bridge,
    BaseAsset: 'USD',
  };
  const paid = { to: account, drops: 5n, tag };
  for (const [name, value] of Object.entries(others)) {
    const made = payXrp(paid, { transaction: { [name]: value } });
    assert.deepEqual(
      (await creditsOf(made)).map(({ units, tag: paidTo }) => [units, paidTo]),
      [[5n, tag]],
      name,
    );
  }
  const { NetworkID, DomainID, RegularKey, AssetsMaximum, Memos } = others;
  const inMetadata = payXrp(paid, { metadata: { NetworkID, DomainID, RegularKey, AssetsMaximum, Memos } });
  assert.equal((await creditsOf(inMetadata)).length, 1);
  // The result decides whether it paid. Nothing is guessed if it is not where it is today.
  await assert.rejects(creditsOf(payXrp(paid, { metadata: { TickSize: 5 } })), UnprovenBlockError);
  const unknown = fc.tuple(
    fc.integer({ min: 9, max: 255 }),
    fc.integer({ min: 1, max: 255 }),
    fc.uint8Array({ maxLength: 40 }),
  );
  const { bytes, metadata } = payXrp(paid);
  await fc.assert(
    fc.asyncProperty(unknown, async ([type, field, rest]) => {
      const high = type > 15 ? 0 : type << 4;
      const header =
        field > 15 ? [high, ...(type > 15 ? [type] : []), field] : [high | field, ...(type > 15 ? [type] : [])];
      const added = xrplTransactionFrom(Buffer.concat([bytes, Buffer.from([...header, ...rest])]), metadata);
      assert.deepEqual(
        (await creditsOf(added)).map(({ units, tag: paidTo }) => [units, paidTo]),
        [[5n, tag]],
      );
    }),
    { numRuns: 100 },
  );
});

test('a transaction that can not be read, or a payment of an unknown kind of amount, keeps no other payment from being found', async () => {
  const paid = payXrp({ to: account, drops: 5_000_000n, tag });
  const { bytes, metadata } = payXrp({ to: account, drops: 7n, tag });
  const at = bytes.indexOf(Buffer.from('6140', 'hex'));
  for (const first of [0x20, 0x60, 0x80, 0xc0, 0xff]) {
    const other = Buffer.from(bytes);
    other[at + 1] = first;
    const cut = Buffer.concat([other.subarray(0, at + 2), Buffer.alloc(3)]);
    const credits = await creditsOf(xrplTransactionFrom(cut, metadata), paid);
    assert.deepEqual(
      credits.map(({ units }) => units),
      [5_000_000n],
      String(first),
    );
  }
});
