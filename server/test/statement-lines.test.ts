// Lines of bank statements: a payment is one line even if several files contain it, a reversed payment buys nothing, and an unreadable line
// does not prevent the import of the others.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parseWireId, type ListedTransfer, type Purchase } from '@candor/wire';
import { readTakenBack } from '../src/overview/health-store.ts';
import { storeDemoRates } from '../src/currencies/demo-rates.ts';
import { refusedWith } from './support/options-stage.ts';
import { minuteMs, openPurchaseStage, type PurchaseStage } from './support/purchase-stage.ts';

let stage: PurchaseStage;
before(async () => {
  stage = await openPurchaseStage({ USDT: '200000', BTC: '10' });
});
after(() => stage.end());

/** Stores the rates of the current day of the test clock. */
async function storeRatesOfToday(): Promise<void> {
  await storeDemoRates(stage.ledger.pool, stage.clock);
  await stage.stop();
  await stage.start();
}
const caller = async () => ({ accountId: await stage.ledger.pay('1') });

/** Places an order that its customer reports as paid. */
async function saidPaid(money = '1000') {
  const ann = await caller();
  const order = await stage.order(ann, { money });
  await stage.paid(ann, order.id);
  return { ann, order };
}

const dayNow = (): string => new Date(stage.clock.now()).toISOString().slice(0, 10);
const csv = (...rows: string[]): string => `Date,Amount,Currency,Payer,Text\n${rows.join('\n')}\n`;
const camt = (entries: string): string => `<Document><BkToCstmrStmt><Stmt>${entries}</Stmt></BkToCstmrStmt></Document>`;
interface EntryWanted {
  amount: string;
  text: string;
  bank: string;
  payer?: string;
  day?: string;
  more?: string;
  way?: string;
}
const entry = ({
  amount,
  text,
  bank,
  payer = 'ANN LEE',
  day = dayNow(),
  more = '',
  way = 'CRDT',
}: EntryWanted): string =>
  `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${way}</CdtDbtInd>${more}<Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${bank}</AcctSvcrRef>
   <NtryDtls><TxDtls><RltdPties><Dbtr><Nm>${payer}</Nm></Dbtr></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
const usesOf = async (amount: string): Promise<string[]> =>
  (await stage.lines(amount)).map(({ use }) => use).toSorted();

test('one payment in three files with different texts pays for one order', async () => {
  await storeRatesOfToday();
  const { order } = await saidPaid('1234');
  const text = `coins ${order.reference}`;
  const noon = csv(`${dayNow()},1234,USD,Ann Lee,${text}`);
  const counts = async (file: string) => {
    const { added, doubtful } = await stage.importFile(file);
    return [added, doubtful];
  };
  assert.deepEqual(await counts(noon), [1, 0]);
  assert.deepEqual(await counts(noon), [0, 0]);
  const booked = camt(entry({ amount: '1234', text, bank: 'BANK-0001' }));
  assert.deepEqual(await counts(booked), [1, 1]);
  const completed = csv(`${dayNow()},1234,USD,ANN LEE,${text} VALUE ${dayNow()}`, `${dayNow()},7,USD,Bo,gift`);
  assert.deepEqual(await counts(completed), [2, 1]);
  for (const file of [noon, booked, completed]) assert.deepEqual(await counts(file), [0, 0]);
  assert.deepEqual(
    await counts(camt(entry({ amount: '1234', text: `${text} again`, bank: 'BANK-0001' }))),
    [0, 0],
    'the bank calls both by one reference',
  );
  assert.deepEqual(await usesOf('1234'), ['maybe-double', 'maybe-double', 'open']);
  const [open, ...doubles] = (await stage.lines('1234')).toSorted((one, other) => other.use.localeCompare(one.use));
  assert.deepEqual(
    doubles.map(({ match, double_of, imported_by }) => [match, double_of === null, imported_by]),
    [
      ['none', false, 'rita'],
      ['none', false, 'rita'],
    ],
  );
  assert.equal(
    (await stage.confirm(order.id, { received: '1234', transfer_id: open!.transfer_id })).state,
    'completed',
  );
  const { order: others } = await saidPaid('1234');
  assert.deepEqual(
    (await stage.lines('1234')).map(({ match }) => match),
    ['none', 'none', 'none'],
  );
  assert.deepEqual((await stage.look(others.id)).transfers, []);
  const [first, second] = doubles as [ListedTransfer, ListedTransfer];
  const deny = async (line: ListedTransfer): Promise<void> => {
    const with_ = { received: '1234', transfer_id: line.transfer_id };
    assert.equal(await refusedWith(stage.decideByTwo({ purchase_id: others.id, ...with_ })), 'transfer-maybe-double');
    assert.equal(await refusedWith(stage.returnLine(line.transfer_id)), 'transfer-maybe-double');
  };
  await deny(first);
  const uuid = parseWireId('transfer', first.transfer_id)!;
  const force = (set: string): Promise<unknown> =>
    stage.ledger.serverPool.query(
      `update bank_transfers set ${set}, version = version + 1 where transfer_id = '${uuid}'`,
    );
  const tess = `(select operator_id from operators where name = 'tess')`;
  await assert.rejects(
    force(`use = 'returned', used_at = now(), returned_by = ${tess}`),
    /may be a double proves nothing/,
  );
  await assert.rejects(
    force(`doubt = 'another', doubt_at = now(), doubt_by = (select operator_id from operators where name = 'rita')`),
    /a treasurer says once/,
  );
  await assert.rejects(force('double_of = null'), /permission denied/);
  await stage.answerDouble(first.transfer_id, 'same');
  assert.equal(await refusedWith(stage.answerDouble(first.transfer_id, 'another')), 'transfer-not-asked');
  await assert.rejects(force(`doubt = 'another', doubt_at = now(), doubt_by = ${tess}`), /a treasurer says once/);
  await deny(first);
  await stage.answerDouble(second.transfer_id, 'another');
  assert.deepEqual(await usesOf('1234'), ['confirmed', 'double', 'open']);
  await stage.returnLine(second.transfer_id);
  await stage.ledger.audit();
});

test('lines of other files: a day apart and in other words they are asked about; other references make other lines', async () => {
  await storeRatesOfToday();
  const dayBefore = new Date(stage.clock.now() - 24 * 60 * minuteMs).toISOString().slice(0, 10);
  const added = async (file: string): Promise<[number, number]> => {
    const { added: count, doubtful } = await stage.importFile(file);
    return [count, doubtful];
  };
  assert.deepEqual(await added(csv(`${dayBefore},41,USD,Ann  Lee,first coins`)), [1, 0]);
  assert.deepEqual(
    await added(camt(entry({ amount: '41', text: 'first coins', bank: 'B-41' }))),
    [1, 1],
    'booked a day later',
  );
  assert.deepEqual(
    await added(camt(entry({ amount: '41', text: 'first coins', bank: 'B-42' }))),
    [1, 1],
    'one of the two may be the first line',
  );
  for (const { transfer_id: id, use } of await stage.lines('41'))
    if (use === 'maybe-double') await stage.answerDouble(id, 'same');
  assert.deepEqual(
    await added(camt(entry({ amount: '41', text: 'first coins', bank: 'B-43' }))),
    [1, 0],
    'the bank calls it otherwise',
  );
  assert.deepEqual(await added(csv(`${dayNow()},43,USD,Ann Lee,Coins`, `${dayNow()},43,USD,Bo Li,Coins 2`)), [2, 0]);
  assert.deepEqual(await added(camt(entry({ amount: '43', text: 'c o i n s', payer: 'Bo Li', bank: 'B-43' }))), [1, 1]);
  assert.deepEqual(
    await added(camt(entry({ amount: '43', text: 'rent', payer: 'Zoe Xu', bank: 'B-44' }))),
    [1, 0],
    'somebody else',
  );
});

test('two equal payments in two files of a day are asked about, and files that list the whole day again add nothing', async () => {
  await storeRatesOfToday();
  const line = (payer: string, amount = '50'): string => `${dayNow()},${amount},USD,${payer},Coins of today`;
  const added = async (...rows: string[]): Promise<[number, number]> => {
    const { added: count, doubtful } = await stage.importFile(csv(...rows));
    return [count, doubtful];
  };
  const [morning, whole] = [[line('X GmbH')], [line('X GmbH'), line('Y AG', '51')]];
  assert.deepEqual(await added(...morning), [1, 0]);
  assert.deepEqual(await added(...morning), [0, 0], 'the same file');
  assert.deepEqual(await added(...whole), [1, 0], 'the whole day');
  assert.deepEqual(await added(...whole, line('X GmbH')), [1, 0], 'the whole day, with a second one');
  assert.deepEqual(await added(line('X GmbH'), ''), [1, 1], 'alone, in a file of its own');
  assert.deepEqual(await added(line('X GmbH'), ''), [0, 0]);
  assert.deepEqual(await added(line('V AB', '53'), line('W AB', '54')), [2, 0]);
  assert.deepEqual(
    await added(line('V AB', '53'), line('Z SA', '52')),
    [2, 1],
    'a file that leaves out what came with the first',
  );
  assert.deepEqual(await usesOf('50'), ['maybe-double', 'open', 'open']);
  await stage.ledger.audit();
});

const dayAfterNow = (): string => new Date(stage.clock.now() + 24 * 60 * minuteMs).toISOString().slice(0, 10);

test('a payment that the bank takes back buys nothing, however the bank says it', async () => {
  await storeRatesOfToday();
  const outs = [
    (text: string, bank: string) =>
      camt(entry({ amount: '777', text, bank, day: dayAfterNow(), way: 'DBIT', more: '<RvslInd>true</RvslInd>' })),
    (text: string) =>
      camt(entry({ amount: '777', text: `RETURN ${text}`, bank: 'BANK-OUT', day: dayAfterNow(), way: 'DBIT' })),
    (text: string) => csv(`${dayAfterNow()},-777,USD,ann lee,${text}`),
  ];
  for (const [place, out] of outs.entries()) {
    const { order } = await saidPaid('777');
    const bank = `BANK-0777-${place}`;
    await stage.importFile(camt(entry({ amount: '777', text: order.reference, bank })));
    const line = (await stage.look(order.id)).transfers.find(({ text }) => text === order.reference)!;
    const file = out(order.reference, bank);
    assert.equal((await stage.importFile(file)).reversed, 1);
    assert.equal((await stage.importFile(file)).reversed, 0, 'the same file again');
    const [shown] = (await stage.lines('777')).filter(({ transfer_id: id }) => id === line.transfer_id);
    assert.deepEqual([shown!.use, shown!.match, shown!.reversed_on], ['reversed', 'none', dayAfterNow()]);
    assert.deepEqual((await stage.look(order.id)).transfers, []);
    const asked = { received: '777', transfer_id: line.transfer_id };
    assert.equal(await refusedWith(stage.confirm(order.id, asked)), 'transfer-reversed');
    assert.equal(await refusedWith(stage.decideByTwo({ purchase_id: order.id, ...asked })), 'transfer-reversed');
    assert.equal(await refusedWith(stage.returnLine(line.transfer_id)), 'transfer-reversed');
    await assert.rejects(
      stage.ledger.serverPool.query(`update bank_transfers set use = 'returned', used_at = now(), version = version + 1,
        returned_by = (select operator_id from operators where name = 'tess') where transfer_id = '${parseWireId('transfer', line.transfer_id)!}'`),
      /money went back proves nothing/,
    );
  }
  const unknown = await stage.importFile(
    camt(entry({ amount: '778', text: 'RETURN of nothing known', bank: 'BANK-X', way: 'DBIT' })),
  );
  assert.deepEqual([unknown.reversed, unknown.unknown_returns, unknown.returns[0]!.amount], [0, 1, '778 USD']);
  await stage.ledger.audit();
});

test('money that is taken back after it bought coins is shown with the order; a refund that was sent is no return', async () => {
  await storeRatesOfToday();
  const [{ order }, { order: refunded }] = [await saidPaid('779'), await saidPaid('781')];
  await stage.importFile(
    camt(
      entry({ amount: '779', text: order.reference, bank: 'BANK-779' }) +
        entry({ amount: '781', text: refunded.reference, bank: 'BANK-781' }),
    ),
  );
  const lineOf = async ({ id }: Purchase): Promise<string> => (await stage.look(id)).transfers[0]!.transfer_id;
  await stage.confirm(order.id, { received: '779', transfer_id: await lineOf(order) });
  await stage.reject(refunded.id, { received: '781', transfer_id: await lineOf(refunded), reason: 'other-name' });
  const back = csv(
    `${dayAfterNow()},-779,USD,Ann Lee,RETURN ${order.reference}`,
    `${dayAfterNow()},-781,USD,Ann Lee,${refunded.reference}`,
  );
  assert.equal((await stage.importFile(back)).reversed, 1);
  const { taken_back: taken } = await stage.look(order.id);
  assert.deepEqual([taken?.reversed_on, taken?.text], [dayAfterNow(), `RETURN ${order.reference}`]);
  assert.equal((await stage.look(refunded.id)).taken_back, null);
  const counted = async (): Promise<number> => (await readTakenBack(stage.ledger.pool)).count;
  const { transfer_id: id } = taken!;
  const [line] = await stage.lines('779');
  assert.deepEqual([line!.use, line!.closed_by, await counted()], ['taken-back', null, 1]);
  assert.equal(await refusedWith(stage.closeLine(id, 'tess')), 'decided-by-you');
  const force = (by: string): Promise<unknown> =>
    stage.ledger.serverPool.query(
      `update bank_transfers set closed_by = (select operator_id from operators where name = $2), closed_at = now(), closed_note = 'x',
         version = version + 1 where transfer_id = $1`,
      [parseWireId('transfer', id)!, by],
    );
  await assert.rejects(force('tess'), /did not decide the order/);
  await stage.closeLine(id, 'rita', 'the customer paid again');
  const [closed] = await stage.lines('779');
  assert.deepEqual(
    [closed!.use, closed!.closed_by, closed!.closed_note],
    ['confirmed', 'rita', 'the customer paid again'],
  );
  assert.equal(await counted(), 0);
  assert.equal(await refusedWith(stage.closeLine(id, 'rita')), 'transfer-not-taken-back');
  await assert.rejects(force('rita'), /did not decide the order/, 'once');
  await stage.ledger.audit();
});

test('a line that can not be read is listed with its number, and the others are taken', async () => {
  const file = csv(
    `${dayNow()},61,USD,Ann Lee,coins 61`,
    `${dayNow()},5,PLN,Bo,zloty`,
    'soon,66,USD,Bo,coins 66',
    'Total,66,,,',
    `${dayNow()},62,USD,Bo,coins 62`,
  );
  const answer = await stage.importFile(file);
  assert.deepEqual([answer.lines, answer.added, answer.unreadable], [2, 2, 2]);
  assert.deepEqual(
    answer.problems.map(({ line }) => line),
    [3, 4],
  );
  assert.match(answer.problems[0]!.reason, /“PLN” is no currency/);
});

test('a return that comes before its payment is kept, and marks the payment when that comes', async () => {
  await storeRatesOfToday();
  const { order } = await saidPaid('783');
  const back = (text: string): string =>
    camt(
      entry({
        amount: '783',
        text,
        bank: 'BANK-OUT-783',
        day: dayAfterNow(),
        way: 'DBIT',
        more: '<RvslInd>true</RvslInd>',
      }),
    );
  for (const file of [
    back(order.reference),
    back(order.reference),
    csv(`${dayAfterNow()},-783,USD,ANN LEE,RETURN ${order.reference}`),
  ]) {
    const { reversed, unknown_returns: unknown } = await stage.importFile(file);
    assert.deepEqual([reversed, unknown], [0, 1]);
  }
  const payment = camt(entry({ amount: '783', text: order.reference, bank: 'BANK-783' }));
  assert.deepEqual(counts(await stage.importFile(payment)), [1, 1]);
  const [line] = await stage.lines('783');
  assert.deepEqual([line!.use, line!.reversed_on], ['reversed', dayAfterNow()]);
  assert.deepEqual((await stage.look(order.id)).transfers, []);
  assert.deepEqual(counts(await stage.importFile(back(order.reference))), [0, 0]);
  const other = entry({ amount: '783', text: order.reference, bank: 'BANK-784' });
  assert.deepEqual(counts(await stage.importFile(camt(other))), [1, 0], 'each return takes one payment back');
  await stage.ledger.audit();
});
const counts = ({ added, reversed }: { added: number; reversed: number }): number[] => [added, reversed];

test('one payment is one line over CAMT.052, 053 and 054 and MT940, by the reference of the bank', async () => {
  await storeRatesOfToday();
  const { order } = await saidPaid('785');
  const told = entry({ amount: '785', text: order.reference, bank: 'BANK-785' });
  const of = (root: string, entries: string): string => `<Document><${root}><Rpt>${entries}</Rpt></${root}></Document>`;
  const swift = dayNow().slice(2).replaceAll('-', '');
  const mt940 = (bank: string): string =>
    [
      ':20:S',
      ':25:DE00',
      ':28C:1',
      `:60F:C${swift}USD0,`,
      `:61:${swift}C785,NTRFNONREF//${bank}`,
      `:86:${order.reference}`,
      `:62F:C${swift}USD785,`,
      '-',
      '',
    ].join('\n');
  const added: number[][] = [];
  const pending = await stage.importFile(of('BkToCstmrAcctRpt', told.replace('BOOK', 'PDNG')));
  assert.deepEqual([pending.lines, pending.pending], [0, 1]);
  for (const file of [
    of('BkToCstmrAcctRpt', told),
    of('BkToCstmrDbtCdtNtfctn', told),
    mt940('BANK-785'),
    camt(told),
    mt940('BANK-786'),
  ]) {
    const answer = await stage.importFile(file);
    added.push([answer.added, answer.doubtful]);
  }
  assert.deepEqual(
    added,
    [
      [1, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [1, 1],
    ],
    'another reference in another form is asked about',
  );
});

test('a file without its currency is taken once the operator says it, also if it was refused before', async () => {
  await storeRatesOfToday();
  const file = `Date,Amount,Text\n${dayNow()},787.00,coins\n`;
  await assert.rejects(stage.importFile(file), (error: { facts?: { problem?: string } }) =>
    /says no currency/.test(error.facts?.problem ?? ''),
  );
  const taken = await stage.importFile(file, 'rita', { currency: 'EUR' });
  assert.deepEqual([taken.added, (await stage.lines('787'))[0]!.currency], [1, 'EUR']);
});
