// MT940 and the three forms of CAMT: made-up files in the formats of SWIFT and ISO 20022.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAmount, wad, type Wad } from '@candor/wire';
import fc from 'fast-check';
import { runs, testSeed } from '../../test/support/seed.ts';
import { readStatement, type Statement } from './read-statement.ts';

const read = (file: string): Statement => readStatement(Buffer.from(file));

const entries = [
  ':61:2611271127CR1234,50NTRFNONREF//BANK-0001',
  ':86:166?00GUTSCHRIFT?100599?20EREF+E2E-7?21SVWZ+coins RF18539007547034 a?22nd more?30BICXXX?31DE01?32ANN?33 LEE',
  ':61:2611271127DR7,NMSCrent//BANK-0002',
  ':86:plain words',
  ':61:2611271127RC20,00NTRFNONREF//BANK-0003',
  ':86:/RTRN/AC04/EREF/E2E-9/CNTP/NL01/BICX/BO LI/TOWN/REMI/USTD//coins of Bo',
  ':61:2611271127RD3,00NTRFNONREF//BANK-0004',
  ':61:2611271127EC9,00NTRFNONREF//BANK-0005',
  ':61:2701011231CR5,NTRFNONREF//BANK-0006',
  ':86:/TRTP/SEPA OVERBOEKING/NAME/CY AN/REMI/coins of Cy/EREF/NOTPROVIDED',
];
const file = (lines: readonly string[] = entries, closing = 'C261127EUR2215,50'): string =>
  [
    '{1:F01X}{4:',
    ':20:STMT',
    ':25:DE00',
    ':28C:1/1',
    ':60F:C261126EUR1000,',
    ...lines,
    `:62F:${closing}`,
    '-}',
    '',
  ].join('\r\n');

test('MT940: what came in and went out, reversals both ways, what is expected, and the text in three forms', () => {
  const found = read(file());
  assert.equal(found.form, 'mt940');
  assert.deepEqual(found.lines, [
    {
      currency: 'EUR',
      amount: wad('1234.5'),
      bookedOn: '2026-11-27',
      payer: 'ANN LEE',
      text: 'coins RF18539007547034 and more GUTSCHRIFT',
      bankReference: 'BANK-0001',
      endToEnd: 'E2E-7',
    },
    {
      currency: 'EUR',
      amount: wad('5'),
      bookedOn: '2026-12-31',
      payer: 'CY AN',
      text: 'coins of Cy SEPA OVERBOEKING',
      bankReference: 'BANK-0006',
      endToEnd: '',
    },
  ]);
  const { outgoing } = found;
  assert.deepEqual(
    outgoing.map(({ amount, isReturn, text, payer }) => [formatAmount(amount), isReturn, text, payer]),
    [
      ['7', false, 'plain words', ''],
      ['20', true, 'coins of Bo', 'BO LI'],
    ],
  );
  assert.deepEqual([found.pending, found.problems], [1, []]);
});

test('an MT940 statement that does not add up or is incomplete gives no line; a malformed line does not stop the other lines', () => {
  assert.throws(() => read(file(entries, 'C261127EUR2215,51')), /do not lead to its closing balance/);
  assert.throws(() => read(file().replace(/:62F:[^]*/, '')), /not whole/);
  const broken = read(file(entries.map((line) => line.replace('DR7,', 'DR7.00'))));
  assert.deepEqual([broken.lines.length, broken.problems.map(({ line }) => line)], [2, [8]]);
  assert.throws(() => read(file().replaceAll('EUR', 'GBP')), /no currency of ours/);
});

test(`an MT940 file cut at any byte or broken in any place never gives a wrong amount (seed ${testSeed})`, () => {
  const whole = file();
  const meant = new Set(['1234.5', '5', '7', '20']);
  const place = fc.record({ at: fc.nat(whole.length), isCut: fc.boolean() });
  fc.assert(
    fc.property(place, ({ at, isCut }) => {
      let found: Statement;
      try {
        found = read(isCut ? whole.slice(0, at) : `${whole.slice(0, at)}\r\n${whole.slice(at)}`);
      } catch {
        return;
      }
      for (const { amount } of [...found.lines, ...found.outgoing]) assert.ok(meant.has(formatAmount(amount)), `${at}`);
    }),
    { seed: testSeed, numRuns: runs(1_000) },
  );
});

test(`every amount of MT940 is read as it was written (seed ${testSeed})`, () => {
  const cents = fc.bigInt({ min: 1n, max: 10n ** 12n });
  fc.assert(
    fc.property(fc.array(fc.record({ cents, isIn: fc.boolean() }), { minLength: 1, maxLength: 5 }), (payments) => {
      const swift = (value: bigint): string => `${value / 100n},${String(value % 100n).padStart(2, '0')}`;
      const sum = payments.reduce(
        (total, payment) => total + (payment.isIn ? payment.cents : -payment.cents),
        100_000n,
      );
      const lines = payments.map(
        (payment, at) => `:61:261127${payment.isIn ? 'C' : 'D'}${swift(payment.cents)}NTRFX//B${at}`,
      );
      const found = read(file(lines, `${sum < 0n ? 'D' : 'C'}261127EUR${swift(sum < 0n ? -sum : sum)}`));
      const amounts = (isIn: boolean): Wad[] =>
        payments.filter((each) => each.isIn === isIn).map((each) => (each.cents * 10n ** 16n) as Wad);
      assert.deepEqual(
        [found.lines.map(({ amount }) => amount), found.outgoing.map(({ amount }) => amount)],
        [amounts(true), amounts(false)],
      );
    }),
    { seed: testSeed, numRuns: runs(500) },
  );
});

const camt = (root: string, ...parts: string[]): string =>
  `<Document><${root}><Stmt>${parts.join('')}</Stmt></${root}></Document>`;
const entry = (amount: string, { status = 'BOOK', details = '' } = {}): string =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>${status}</Cd></Sts><BookgDt><DtTm>2026-11-27T10:00:00</DtTm></BookgDt><AcctSvcrRef>BANK-7</AcctSvcrRef><NtryDtls>${details}</NtryDtls></Ntry>`;

test('CAMT.052 and CAMT.054: what is booked; what is pending waits for another file; a batch is the payments in it', () => {
  const day = read(camt('BkToCstmrAcctRpt', entry('10.00'), entry('9.00', { status: 'PDNG' })));
  assert.deepEqual([day.form, day.lines.length, day.pending], ['camt-052', 1, 1]);
  assert.deepEqual([day.lines[0]!.bookedOn, day.lines[0]!.bankReference], ['2026-11-27', 'BANK-7']);
  const part = (amount: string, reference: string): string =>
    `<TxDtls><Refs><AcctSvcrRef>${reference}</AcctSvcrRef></Refs><Amt Ccy="EUR">${amount}</Amt></TxDtls>`;
  const batch = read(
    camt('BkToCstmrDbtCdtNtfctn', entry('30.00', { details: part('10.00', 'A') + part('20.00', 'B') })),
  );
  assert.equal(batch.form, 'camt-054');
  assert.deepEqual(
    batch.lines.map(({ amount, bankReference }) => [formatAmount(amount), bankReference]),
    [
      ['10', 'A'],
      ['20', 'B'],
    ],
  );
});
