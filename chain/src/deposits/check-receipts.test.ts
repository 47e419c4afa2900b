// A block is accepted if its logs produce the bloom of the header and its receipts produce the root of the header.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkReceipts, UnprovenBlockError } from './check-receipts.ts';
import type { Fields } from './node-answers.ts';
import { realBlock } from './sealed-block.test-support.ts';

const { block, receipts } = realBlock;
const logsOf = (receipt: Fields): readonly Fields[] => receipt['logs'] as readonly Fields[];
const withLogs = (place: number, logs: readonly Fields[]): readonly Fields[] =>
  receipts.with(place, { ...receipts[place]!, logs });
const [first, second] = logsOf(receipts[0]!) as [Fields, Fields];
const refused = (changed: readonly Fields[], why: RegExp): void =>
  assert.throws(
    () => checkReceipts(block, changed),
    (error) => error instanceof UnprovenBlockError && why.test(error.message),
  );

test('a block as a node made it is believed, in whatever order its receipts come', () => {
  assert.deepEqual(checkReceipts(block, receipts), receipts);
  assert.deepEqual(checkReceipts(block, receipts.toReversed()), receipts);
});

test('logs that are missing, of one or of all receipts, do not make the bloom', () => {
  refused(
    receipts.map((receipt) => ({ ...receipt, logs: [] })),
    /bloom/,
  );
  refused(
    receipts.map((receipt) => ({ ...receipt, logs: [first] })),
    /bloom/,
  );
  refused(withLogs(0, [{ ...first, address: `0x${'1'.repeat(40)}` }, second]), /bloom/);
  refused(withLogs(0, [{ ...first, topics: [] }, second]).with(2, { ...receipts[2]!, logs: [] }), /bloom/);
});

test('what the bloom can not tell makes another root: a log of two alike, another amount, another order, another outcome', () => {
  refused(withLogs(0, []), /root/);
  refused(withLogs(0, [first]).with(2, { ...receipts[2]!, logs: [second] }), /root/);
  refused(withLogs(0, [second, first]), /root/);
  refused(withLogs(0, [{ ...first, data: `0x${'0'.repeat(63)}1` }, second]), /root/);
  refused(withLogs(0, [first, second, first]), /root/);
  refused(receipts.with(1, { ...receipts[1]!, status: '0x0' }), /root/);
  refused(receipts.with(1, { ...receipts[1]!, type: '0x0' }), /root/);
});

test('each transaction has one receipt', () => {
  refused([], /0 receipts for 3/);
  refused(receipts.slice(1), /2 receipts for 3/);
  refused([...receipts, receipts[0]!], /4 receipts for 3/);
  refused([receipts[0]!, receipts[0]!, receipts[1]!], /3 receipts for 3/);
  refused(receipts.with(0, { ...receipts[0]!, transactionHash: `0x${'5'.repeat(64)}` }), /no receipt of/);
});
