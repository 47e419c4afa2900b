// Files with content of a malicious payer: a text with a separator, a batch that differs from its payments, amounts in unusual digits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { creditorReference, formatAmount } from '@candor/wire';
import { matcherFor, referencesIn } from './match-transfers.ts';
import { readStatement, type Statement } from './read-statement.ts';
import type { SaidOfFile } from './read-csv.ts';

const read = (file: string, said: SaidOfFile = {}): Statement => readStatement(Buffer.from(file), said);
const reasons = ({ problems }: Statement): string[] => problems.map(({ reason }) => reason);
const amounts = ({ lines }: Statement): string[] => lines.map(({ amount }) => formatAmount(amount));

test('a text with separators, in a file without quotes, never moves another amount into the column of amounts', () => {
  const honest = '28.11.2026;Bo;rent;7,00;EUR;100,00;;;';
  for (const [heading, row, other] of [
    [
      'Datum;Name;Text;Betrag;Währung;Saldo;Bemerkung;Kategorie;Info',
      '27.11.2026;Ann;x;1000,00;EUR;1,00;5,00;EUR;105,00;;;',
      honest,
    ],
    ['Datum;Text;Betrag;Saldo;', '27.11.2026;x;1000,00;5,00;105,00;', '28.11.2026;rent;7,00;100,00;'],
    ['Datum;Text;Gutschrift;Saldo;', '27.11.2026;x;1000,00;5,00;105,00;', '28.11.2026;rent;7,00;100,00;'],
    ['Datum;Text;Betrag;Saldo;', '"27.11.2026";"x";"1000,00";"5,00";"105,00";', '28.11.2026;rent;7,00;100,00;'],
  ] as const) {
    const found = read(`${heading}\n${row}\n${other}\n`, { currency: 'EUR' });
    assert.deepEqual([amounts(found), reasons(found)], [['7'], ['it has more cells than the heading']], row);
    assert.throws(() => read(`${heading}\n${row}\n`, { currency: 'EUR' }), /more cells than the heading/);
  }
});

test('an amount in signs that are no digits of an amount is refused; full-width ones are read', () => {
  const of = (text: string): Statement => read(`Datum;Betrag;Währung;Text\n27.11.2026;${text};EUR;x\n`);
  for (const text of [
    '100¹',
    '10²',
    '①00',
    '1½',
    '٥٠',
    '1\u200B00',
    '\u200E-50,00',
    '=50',
    '5e2',
    '0x10',
    '50,00 H',
    '1,00,00',
  ])
    assert.throws(() => of(text), /amount/, text);
  assert.deepEqual(amounts(of('１．０００，５０')), ['1000.5']);
});

const camt = (...entries: string[]): string =>
  `<Document><BkToCstmrStmt><Stmt>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`;
interface EntryWanted {
  amount?: string;
  way?: string;
  more?: string;
  status?: string;
  details?: string;
}
const entry = ({
  amount = '30.00',
  way = 'CRDT',
  more = '',
  status = '<Sts>BOOK</Sts>',
  details = '',
}: EntryWanted = {}): string =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt>${way && `<CdtDbtInd>${way}</CdtDbtInd>`}${more}${status}<BookgDt><Dt>2026-11-27</Dt></BookgDt><AcctSvcrRef>B-1</AcctSvcrRef><NtryDtls>${details}</NtryDtls></Ntry>`;
const part = (amount: string, text: string, way = ''): string =>
  `<TxDtls>${amount && `<Amt Ccy="EUR">${amount}</Amt>`}${way && `<CdtDbtInd>${way}</CdtDbtInd>`}<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`;

test('CAMT: a batch is the payments in it only if they are its sum, and the first of them never gets the whole', () => {
  for (const [details, more] of [
    [part('1000.00', 'a') + part('20.00', 'b'), ''],
    [part('', 'a') + part('', 'b'), ''],
    [part('', 'a') + part('10.00', 'b'), ''],
    [part('10.00', 'a'), '<NbOfTxs>3</NbOfTxs>'],
    ['<Btch><NbOfTxs>2</NbOfTxs></Btch>', ''],
  ] as const) {
    const found = read(camt(entry({ details, more }), entry({ amount: '7.00' })));
    assert.deepEqual([amounts(found), found.problems.map(({ line }) => line)], [['7'], [1]], details);
    assert.match(reasons(found)[0]!, /batch/);
  }
  const mixed = read(camt(entry({ details: part('50.00', 'in') + part('20.00', 'RETURN', 'DBIT') })));
  assert.deepEqual(
    [amounts(mixed), mixed.outgoing.map(({ amount, isReturn }) => [formatAmount(amount), isReturn])],
    [['50'], [['20', true]]],
  );
  assert.deepEqual(
    amounts(read(camt(entry({ details: '<Btch><NbOfTxs>1</NbOfTxs></Btch>' + part('10.00', 'a') })))),
    ['30'],
    'net of fees',
  );
});

test('CAMT: each entry that is left out is listed, and both `true` and `1` mark a reversal', () => {
  const found = read(
    camt(entry({ status: '' }), entry({ way: '' }), entry({ status: '<Sts><Prtry>OK</Prtry></Sts>' }), entry()),
  );
  assert.deepEqual([amounts(found), found.problems.map(({ line }) => line)], [['30'], [1, 2, 3]]);
  const [back] = read(camt(entry({ way: 'DBIT', more: '<RvslInd>1</RvslInd>' }))).outgoing;
  assert.equal(back!.isReturn, true);
  assert.deepEqual(
    read(camt(entry({ more: '<RvslInd> 1 </RvslInd>' }), entry({ amount: '7' }))).lines.length,
    1,
    'money of ours that comes back',
  );
});

test('a placeholder of a bank is no reference; a statement that its MT940 file holds twice is read once', () => {
  const lines = [
    ':20:S',
    ':25:DE00',
    ':28C:1',
    ':60F:C261126EUR0,',
    ':61:2611271127C5,NTRFX//NONREF',
    ':86:coins',
    ':62F:C261127EUR5,',
    '-',
  ].join('\n');
  assert.deepEqual(
    read(`${lines}\n${lines}\n`).lines.map(({ bankReference }) => bankReference),
    [''],
  );
  for (const id of ['0', '0000000', '-', 'n/a', 'NOTPROVIDED', 'NONREF', 'null'])
    assert.equal(
      read(`Datum;Betrag;Währung;Text;ID;End-to-end ID\n27.11.2026;5,00;EUR;x;${id};${id}\n`).lines[0]!.bankReference,
      '',
      id,
    );
});

test('a reference in full-width letters, without a space before it, or behind a long text names its order', () => {
  const reference = creditorReference('ABCD23456789');
  const wide = reference.replaceAll(/[0-9A-Z]/g, (sign) => String.fromCodePoint(sign.codePointAt(0)! + 0xfe_e0));
  const textOf = (text: string): string =>
    read(`Date,Amount,Currency,Text\n2026-11-27,5.00,EUR,${text}\n`).lines[0]!.text;
  assert.deepEqual(referencesIn(textOf(`振込　${wide}`)), [reference]);
  assert.deepEqual(referencesIn(textOf(`${'x '.repeat(600)}${reference}`)), [reference]);
  const order = {
    purchaseId: 'id' as never,
    currency: 'EUR',
    money: '5' as never,
    reference: creditorReference('ZZZZ23456789'),
  } as const;
  const match = matcherFor([order]);
  for (const text of [
    `COINS${reference.replace('A', 'B')}`,
    reference.replaceAll(/(.{4})/g, '$1 - ').replace('A', 'B'),
  ])
    assert.equal(match({ currency: 'EUR', amount: '5' as never, text }).match, 'none', text);
  assert.equal(match({ currency: 'EUR', amount: '5' as never, text: 'coins for me' }).match, 'amount');
});

test('a heading with more columns than any bank has is no heading, and text is kept without half a sign', () => {
  assert.throws(() => read(`Date,Amount,${'Valuta,'.repeat(300)}\n2026-11-27,5\n`), /no heading/);
  const [line] = read(`Date,Amount,Currency,Text\n2026-11-27,5.00,EUR,x${'😀'.repeat(400)}\n`).lines;
  assert.ok(line!.text.isWellFormed() && line!.text.length <= 500);
});
