import assert from 'node:assert/strict';
import { test } from 'node:test';
import { existsSync, readFileSync } from 'node:fs';
import { creditorReference, formatAmount, wad, type Uuid } from '@candor/wire';
import fc from 'fast-check';
import { idsOf } from './find-doubles.ts';
import { matcherFor, referencesIn } from './match-transfers.ts';
import { readStatement as readFile } from './read-statement.ts';
import type { StatementLine } from './statement-line.ts';
import { isLongRun } from '../../test/support/long-run.ts';
import { runs, testSeed } from '../../test/support/seed.ts';

const readStatement = (file: string): StatementLine[] => readFile(Buffer.from(file)).lines;
const reference = creditorReference('ABCD23456789');

const camt = (entries: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${entries}</Stmt></BkToCstmrStmt></Document>`;
const entry = (amount: string, more: { way?: string; status?: string; text?: string; name?: string } = {}): string =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${more.way ?? 'CRDT'}</CdtDbtInd><Sts><Cd>${more.status ?? 'BOOK'}</Cd></Sts>
   <BookgDt><Dt>2026-11-23</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>${more.name ?? 'A &amp; B'}</Nm></Pty></Dbtr></RltdPties>
   <RmtInf><Ustrd>${more.text ?? ''}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;

test('CAMT.053: what is booked and came in, with payer and text', () => {
  const lines = readStatement(
    camt(
      entry('100.50', { text: `Coins ${reference}` }) + entry('9', { way: 'DBIT' }) + entry('8', { status: 'PDNG' }),
    ),
  );
  assert.deepEqual(lines, [
    {
      currency: 'EUR',
      amount: wad('100.5'),
      bookedOn: '2026-11-23',
      payer: 'A & B',
      text: `Coins ${reference}`,
      bankReference: '',
      endToEnd: '',
    },
  ]);
});

test('CSV: with commas or semicolons, quotes, and money that went out', () => {
  const comma = readStatement(
    'Date,Amount,Currency,Payer,Text\r\n2026-11-23,1200.00,EUR,"Doe, Jane","pays ""it"""\r\n2026-11-23,-5,EUR,x,y\r\n',
  );
  assert.deepEqual(comma, [
    {
      currency: 'EUR',
      amount: wad('1200'),
      bookedOn: '2026-11-23',
      payer: 'Doe, Jane',
      text: 'pays "it"',
      bankReference: '',
      endToEnd: '',
    },
  ]);
  const semicolon = readStatement('Buchungsdatum;Betrag;Währung;Verwendungszweck\n2026-11-23;99,90;CHF;Coins\n');
  assert.deepEqual([semicolon[0]!.amount, semicolon[0]!.currency], [wad('99.9'), 'CHF']);
});

test('what is no statement is refused in words', () => {
  for (const [file, words] of [
    ['<Document/>', /BkToCstmrStmt/],
    ['<!DOCTYPE x [<!ENTITY a "aaaa">]><Document>&a;</Document>', /no XML/],
    [`${'<a>'.repeat(100)}${'</a>'.repeat(100)}`, /too deep/],
    ['Amount,Currency,Text\n1,EUR,x', /bookedOn/],
    ['Date,Amount,Currency,Text\n2026-11-23,1e3,EUR,x', /no amount/],
    ['Date,Amount,Currency,Text\n2026-11-23,1.005,EUR,x', /could be two amounts/],
    ['Date,Amount,Currency,Text\n03/04/2026,1,EUR,x', /line 2: “03\/04\/2026” could be two days/],
    ['Date,Amount,Currency,Text\n2026-02-31,1,EUR,x', /no date/],
    ['Date,Amount,Currency,Text\n2026-11-23,1,XXX,x', /no currency/],
  ] as const)
    assert.throws(() => readStatement(file), words, file.slice(0, 30));
});

/** Amounts of a CSV file with one column of amounts and semicolons between its cells. */
const amountsOf = (texts: readonly string[], currency = 'EUR'): string[] =>
  readStatement(`Datum;Betrag;Währung;Text\n${texts.map((text) => `23.11.2026;${text};${currency};x\n`).join('')}`).map(
    ({ amount }) => formatAmount(amount),
  );

test('an amount is read by the way its file writes amounts, and refused with its line where it could be two', () => {
  assert.deepEqual(amountsOf(['1.000,00']), ['1000']);
  assert.deepEqual(amountsOf(['1,000.00']), ['1000']);
  assert.deepEqual(amountsOf(['1’000.50', "2'000'000.5"]), ['1000.5', '2000000.5']);
  assert.deepEqual(amountsOf(['1 000,25', '1\u00A0000', '1\u202F000']), ['1000.25', '1000', '1000']);
  assert.deepEqual(amountsOf(['1.000', '12,50']), ['1000', '12.5'], 'the second shows how the first is meant');
  assert.deepEqual(amountsOf(['1,000', '-3.50']), ['1000'], 'what went out shows it too');
  assert.deepEqual(amountsOf(['1.000', '7,00-']), ['1000']);
  assert.deepEqual(amountsOf(['1.000.000', '1.000'], 'JPY'), ['1000000', '1000']);
  assert.deepEqual(amountsOf(['100.00', '+5'], 'JPY'), ['100', '5']);
  for (const [texts, problem] of [
    [['5', '1.000'], /line 3: “1\.000” could be two amounts/],
    [['1,000'], /line 2: “1,000” could be two amounts/],
    [['1,000', '1.000'], /line 2.*could be two amounts/],
    [['1.000,00', '1,000.00'], /line 3: “1,000\.00” is written in another way than “1\.000,00” in line 2/],
    [['1,0000'], /line 2.*more decimals/],
    [['0.500'], /more decimals/],
    [['12,34,567'], /no amount/],
    [["1'000’000"], /no amount/],
    [['1.5.0'], /no amount/],
    [['0,00'], /no amount/],
    [['$5'], /no amount/],
    [['5,'], /no amount/],
  ] as const)
    assert.throws(() => amountsOf(texts), problem, texts.join(' '));
  assert.throws(() => readStatement(camt(entry('1.000,00'))), /line 1: “1\.000,00” is no amount/);
  assert.equal(readStatement(camt(entry('1.000')))[0]!.amount, wad('1'), 'ISO 20022 has one way');
});

const groups = {
  '.': [',', "'", '’', ' ', '\u00A0', '\u202F', ''],
  ',': ['.', "'", '’', ' ', '\u00A0', '\u202F', ''],
} as const;
const convention = fc.oneof(
  fc.record({ mark: fc.constant('.' as const), group: fc.constantFrom(...groups['.']) }),
  fc.record({ mark: fc.constant(',' as const), group: fc.constantFrom(...groups[',']) }),
);
const written = fc.record({ cents: fc.oneof(...[5n, 8n, 12n].map((digits) => fc.bigInt({ min: 1n, max: 10n ** digits }))), decimals: fc.constantFrom(0, 0, 1, 2), isOut: fc.boolean() }); // oxfmt-ignore

test(`an amount written in any way is read as that amount or refused, never as another (seed ${testSeed})`, () => {
  let [read, refused] = [0, 0];
  fc.assert(
    fc.property(convention, fc.array(written, { minLength: 1, maxLength: 5 }), ({ mark, group }, rows) => {
      const cells = rows.map(({ cents, decimals, isOut }) => {
        const digits = (cents / 10n ** BigInt(2 - decimals) || 1n).toString().padStart(decimals + 1, '0');
        const [whole, fraction] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)];
        const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, group);
        return {
          text: `${isOut ? '-' : ''}${grouped}${decimals > 0 ? mark + fraction : ''}`,
          isOut,
          plain: `${whole}${decimals > 0 ? `.${fraction}` : ''}`,
        };
      });
      const [texts, meant] = [
        cells.map(({ text }) => text),
        cells.filter(({ isOut }) => !isOut).map(({ plain }) => formatAmount(wad(plain))),
      ];
      if (meant.includes('0')) return;
      try {
        assert.deepEqual(amountsOf(texts), meant);
        read++;
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
        const hasSure = rows.some(({ decimals }) => decimals > 0);
        assert.ok(!hasSure, `${texts.join(' ')}: a decimal mark shows the way, but ${String(error)}`);
        refused++;
      }
    }),
    { seed: testSeed, numRuns: runs(4_000) },
  );
  assert.ok(read > 0 && refused > 0);
});

const amountExamples = new URL('../../../../shared/data/amounts.tsv', import.meta.url);
const hasExamples = existsSync(amountExamples);
const skipped = hasExamples ? false : 'no examples of amounts here';

test('amounts as people of many languages write them are read alike, or refused', { skip: skipped }, () => {
  const [, ...rows] = readFileSync(amountExamples, 'utf8').trimEnd().split('\n');
  let read = 0;
  for (const row of rows) {
    const [, text, decimals, meant] = row.split('\t') as [string, string, string, string];
    if (meant === 'empty' || text.startsWith('-')) continue;
    let amounts: string[];
    try {
      amounts = amountsOf([`"${text}"`], decimals === '0' ? 'JPY' : 'EUR');
    } catch {
      continue;
    }
    // What the language decides there, the file decides here.
    assert.deepEqual(amounts, [meant], row);
    read++;
  }
  assert.ok(read > 5);
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

test('a line with a reference that is expired, cut or misspelled matches no other order by its amount', () => {
  const order = {
    purchaseId: 'id' as Uuid,
    currency: 'EUR',
    money: wad('1000'),
    reference: creditorReference('ZZZZ23456789'),
  } as const;
  const matchOf = matcherFor([order]);
  const match = (text: string) => matchOf({ currency: 'EUR', amount: wad('1000'), text }).match;
  const grouped = reference.replaceAll(/(.{4})/g, '$1 ');
  for (const text of [
    reference,
    `${reference} VALUE 2026-11-27`,
    grouped,
    reference.slice(0, 13),
    reference.replace('A', 'B'),
    `coins ${grouped.slice(0, 15)}`,
  ])
    assert.equal(match(text), 'none', text);
  for (const text of ['coins', 'RF 12', 'surf 2026 holidays']) assert.equal(match(text), 'amount', text);
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
