import assert from 'node:assert/strict';
import { test } from 'node:test';
import { creditorReference, wad, type Uuid } from '@candor/wire';
import { idsOf } from './import-statement.ts';
import { matcherFor, referencesIn } from './match-transfers.ts';
import { readStatement } from './read-statement.ts';
import { isLongRun } from '../../test/support/long-run.ts';

const reference = creditorReference('ABCD23456789');

const camt = (entries: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${entries}</Stmt></BkToCstmrStmt></Document>`;
const entry = (amount: string, more: { way?: string; status?: string; text?: string; name?: string } = {}): string =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${more.way ?? 'CRDT'}</CdtDbtInd><Sts><Cd>${more.status ?? 'BOOK'}</Cd></Sts>
   <BookgDt><Dt>2026-11-23</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>${more.name ?? 'A &amp; B'}</Nm></Pty></Dbtr></RltdPties>
   <RmtInf><Ustrd>${more.text ?? ''}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;

test('CAMT.053: what is booked and came in, with payer and text', () => {
  const lines = readStatement(camt(entry('100.50', { text: `Coins ${reference}` }) + entry('9', { way: 'DBIT' }) + entry('8', { status: 'PDNG' })));
  assert.deepEqual(lines, [{ currency: 'EUR', amount: wad('100.5'), bookedOn: '2026-11-23', payer: 'A & B', text: `Coins ${reference}`, bankReference: '' }]);
}); // oxfmt-ignore

test('CSV: with commas or semicolons, quotes, and money that went out', () => {
  const comma = readStatement('Date,Amount,Currency,Payer,Text\r\n2026-11-23,1200.00,EUR,"Doe, Jane","pays ""it"""\r\n2026-11-23,-5,EUR,x,y\r\n');
  assert.deepEqual(comma, [{ currency: 'EUR', amount: wad('1200'), bookedOn: '2026-11-23', payer: 'Doe, Jane', text: 'pays "it"', bankReference: '' }]);
  const semicolon = readStatement('Buchungsdatum;Betrag;Währung;Verwendungszweck\n2026-11-23;99,90;CHF;Coins\n');
  assert.deepEqual([semicolon[0]!.amount, semicolon[0]!.currency], [wad('99.9'), 'CHF']);
}); // oxfmt-ignore

test('what is no statement is refused in words', () => {
  for (const [file, words] of [
    ['<Document/>', /BkToCstmrStmt/],
    ['<!DOCTYPE x [<!ENTITY a "aaaa">]><Document>&a;</Document>', /no XML/],
    [`${'<a>'.repeat(100)}${'</a>'.repeat(100)}`, /too deep/],
    ['Amount,Currency,Text\n1,EUR,x', /bookedOn/],
    ['Date,Amount,Currency,Text\n2026-11-23,1e3,EUR,x', /no amount/],
    ['Date,Amount,Currency,Text\n2026-11-23,1.005,EUR,x', /no amount/],
    ['Date,Amount,Currency,Text\n23.11.2026,1,EUR,x', /no date/],
    ['Date,Amount,Currency,Text\n2026-11-23,1,XXX,x', /no currency/],
  ] as const)
    assert.throws(() => readStatement(file), words, file.slice(0, 30));
});

test('two payments that are alike are two, and the same statement again has the same ids', () => {
  const file = camt(entry('10', { text: 'a' }) + entry('10', { text: 'a' }) + entry('10', { text: 'b' }));
  const ids = idsOf(readStatement(file));
  assert.equal(new Set(ids).size, 3);
  assert.deepEqual(idsOf(readStatement(file)), ids);
});

test('a reference is found however a bank writes it, and a wrong digit is none', () => {
  const written = reference.toLowerCase().replace(/(.{4})/g, '$1 ');
  assert.deepEqual(referencesIn(`coins ${written} thank you`), [reference]);
  assert.deepEqual(referencesIn(reference.replace('A', 'B')), []);
});

test('a thousand lines are matched to ten thousand orders at once', () => {
  const orders = Array.from({ length: 10_000 }, (_, place) => ({
    purchaseId: `id-${place}` as Uuid,
    currency: 'EUR' as const,
    money: wad(String(100 + place)),
    reference: creditorReference(`X${String(place).padStart(11, '0')}`),
  }));
  const started = performance.now();
  const matchOf = matcherFor(orders);
  const text = (place: number): string => (place % 2 === 0 ? `ref ${orders[place]!.reference}` : 'no reference');
  for (let place = 0; place < 1_000; place++) {
    const found = matchOf({ currency: 'EUR', amount: orders[place]!.money, text: text(place) });
    assert.deepEqual(found, { purchaseId: `id-${place}`, match: place % 2 === 0 ? 'reference' : 'amount' });
  }
  const unknown = creditorReference('NOBODYS23456');
  assert.equal(matchOf({ currency: 'EUR', amount: wad('101'), text: unknown }).match, 'none', 'it names another');
  assert.equal(matchOf({ currency: 'CHF', amount: wad('100'), text: orders[0]!.reference }).match, 'none');
  if (isLongRun) assert.ok(performance.now() - started < 2_000);
});
