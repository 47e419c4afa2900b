// Files as banks of five countries write them, and damaged copies of these files.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAmount } from '@candor/wire';
import fc from 'fast-check';
import { runs, testSeed } from '../../test/support/seed.ts';
import { bankSamples, type BankSample } from './bank-samples.test-support.ts';
import { readStatement, type Statement } from './read-statement.ts';

/** Every character of Shift_JIS with its bytes. */
const shiftJis = new Map<string, number[]>();
for (let first = 0; first < 256; first++) {
  const [one] = [new TextDecoder('shift_jis').decode(Uint8Array.of(first))];
  if (!one.includes('\uFFFD')) shiftJis.set(one, [first]);
  if (first > 0x80 && (first < 0xa0 || first > 0xdf))
    for (let second = 0x40; second < 256; second++) {
      const pair = new TextDecoder('shift_jis').decode(Uint8Array.of(first, second));
      if (pair.length === 1 && pair !== '\uFFFD' && !shiftJis.has(pair)) shiftJis.set(pair, [first, second]);
    }
}

function bytesOf({ encoding, file }: Pick<BankSample, 'encoding' | 'file'>): Uint8Array {
  if (encoding === 'utf-16le') return Buffer.from(`\uFEFF${file}`, 'utf16le');
  if (encoding === 'windows-1252') return Buffer.from(file, 'latin1');
  if (encoding === 'shift_jis')
    return Uint8Array.from(
      [...file].flatMap((sign) => shiftJis.get(sign) ?? assert.fail(`${sign} is not in Shift_JIS`)),
    );
  return Buffer.from(file);
}

const amountOf = ({ read: [currency] }: BankSample): string => (currency === 'JPY' ? '1234' : '1234.5');

test('ten banks of each of five countries: what came in, with its day, payer, text and reference', () => {
  for (const sample of bankSamples) {
    const { lines, outgoing, problems, pending, form } = readStatement(bytesOf(sample), { currency: sample.currency });
    const [line, ...others] = lines;
    assert.equal(form, 'csv');
    assert.deepEqual(others, [], sample.bank);
    assert.deepEqual(
      [line?.currency, line && formatAmount(line.amount), line?.bookedOn, line?.payer, line?.bankReference],
      [sample.read[0], amountOf(sample), sample.read[1], sample.read[2], sample.read[3]],
      sample.bank,
    );
    assert.match(line!.text, /coins/, sample.bank);
    assert.deepEqual(
      outgoing.map(({ amount }) => formatAmount(amount)),
      ['7'],
      sample.bank,
    );
    assert.deepEqual(
      problems,
      sample.bank === 'Raiffeisen' ? [{ line: 5, reason: '“0” is no amount' }] : [],
      sample.bank,
    );
    assert.equal(pending, sample.pending ?? 0, sample.bank);
  }
});

/** Returns the statement read from a file; undefined if the file is refused. */
function tryRead(bytes: Uint8Array, sample: BankSample): Statement | undefined {
  try {
    return readStatement(bytes, { currency: sample.currency });
  } catch {
    return undefined;
  }
}

const anySample = fc.constantFrom(...bankSamples);
const hasOnlyTrueAmounts = (found: Statement | undefined, sample: BankSample, context: string): void => {
  const meant = new Set([amountOf(sample), '9']);
  for (const { amount } of found?.lines ?? [])
    assert.ok(meant.has(formatAmount(amount)), `${sample.bank}: ${formatAmount(amount)} ${context}`);
  for (const { amount } of found?.outgoing ?? []) assert.equal(formatAmount(amount), '7', `${sample.bank} ${context}`);
};

test(`a file that is cut at any byte, or has a line end in any place, never gives a wrong amount (seed ${testSeed})`, () => {
  const near = fc.record({ sample: anySample, place: fc.double({ min: 0, max: 1, noNaN: true }), isCut: fc.boolean() });
  fc.assert(
    fc.property(near, ({ sample, place, isCut }) => {
      const bytes = bytesOf(sample);
      const at = Math.floor(bytes.length * place);
      const broken = isCut
        ? bytes.subarray(0, at)
        : bytesOf({ ...sample, file: `${sample.file.slice(0, at)}\r\n${sample.file.slice(at)}` });
      hasOnlyTrueAmounts(
        tryRead(broken, sample),
        sample,
        JSON.stringify(Buffer.from(broken).toString('latin1').slice(-300)),
      );
    }),
    { seed: testSeed, numRuns: runs(1_200) },
  );
});

const day = fc
  .date({ min: new Date('2001-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const writers: Readonly<Record<string, (year: string, month: string, day: string) => string>> = {
  '2026-01-31': (y, m, d) => `${y}-${m}-${d}`,
  '2026-01-31 00:00:00.0': (y, m, d) => `${y}-${m}-${d} 00:00:00.0`,
  '2026/1/31': (y, m, d) => `${y}/${Number(m)}/${Number(d)}`,
  '20260131': (y, m, d) => `${y}${m}${d}`,
  '2026年1月31日': (y, m, d) => `${y}年${Number(m)}月${Number(d)}日`,
  '31.1.2026': (y, m, d) => `${Number(d)}.${Number(m)}.${y}`,
  '31.01.26': (y, m, d) => `${d}.${m}.${y.slice(2)}`,
  '31/01/2026': (y, m, d) => `${d}/${m}/${y}`,
  '01/31/2026': (y, m, d) => `${m}/${d}/${y}`,
  '31-01-2026': (y, m, d) => `${d}-${m}-${y}`,
  '31 Jan 2026': (y, m, d) => `${Number(d)} ${names[Number(m) - 1]} ${y}`,
  '31-Jan-26': (y, m, d) => `${d}-${names[Number(m) - 1]}-${y.slice(2)}`,
};

test(`a day written in any way is read as that day or refused, never as another (seed ${testSeed})`, () => {
  const file = fc.record({
    form: fc.constantFrom(...Object.keys(writers)),
    days: fc.array(day, { minLength: 1, maxLength: 4 }),
  });
  let read = 0;
  fc.assert(
    fc.property(file, ({ form, days }) => {
      const written = days.map((each) => writers[form]!(...(each.split('-') as [string, string, string])));
      const text = `Date,Amount,Currency,Text\n${written.map((each) => `${each},1.00,EUR,x\n`).join('')}`;
      const found = tryRead(Buffer.from(text), bankSamples[0]!);
      const isTwoWay = ['31/01/2026', '01/31/2026', '31-01-2026'].includes(form);
      const clear = !isTwoWay || days.some((each) => Number(each.slice(8)) > 12);
      assert.ok(found || !clear, written.join(' '));
      for (const [place, { bookedOn }] of (found?.lines ?? []).entries())
        if (found!.lines.length === days.length) assert.equal(bookedOn, days[place], written.join(' '));
        else assert.ok(days.includes(bookedOn), written.join(' '));
      read += found?.lines.length ?? 0;
    }),
    { seed: testSeed, numRuns: runs(1_000) },
  );
  assert.ok(read > 0);
});

test('where no date shows which of day and month comes first, the operator says it', () => {
  const file = Buffer.from('Date,Amount,Currency,Text\n03/04/2026,1.00,EUR,x\n');
  assert.throws(() => readStatement(file), /could be two days/);
  const dayOf = (dates: 'day-first' | 'month-first'): string => readStatement(file, { dates }).lines[0]!.bookedOn;
  assert.deepEqual([dayOf('day-first'), dayOf('month-first')], ['2026-04-03', '2026-03-04']);
  const shown = Buffer.from('Date,Amount,Currency,Text\n03/04/2026,1.00,EUR,x\n25/03/2026,1.00,EUR,x\n');
  assert.equal(readStatement(shown, { dates: 'month-first' }).lines[0]!.bookedOn, '2026-04-03', 'the file shows it');
});

const read = (...rows: string[]) => readStatement(Buffer.from(`${rows.join('\n')}\n`));
const problemsOf = ({ problems }: Statement): [number, string][] => problems.map(({ line, reason }) => [line, reason]);

test('lines of a CSV file that can not be believed are listed, and the rest is taken', () => {
  const found = read(
    'Date,Amount,Currency,Text',
    '2026-11-27,1.50,EUR,one',
    '2026-11-27,2,50,EUR,two',
    '2026-11-27,3.50',
    '2026-11-27,4.50,GBP,four',
    '2026-11-27,£5.50,EUR,five',
    '2026-11-27,6.50,EUR,a "word',
    'soon,7.50,EUR,seven',
    'Total,66,,',
    '2026-11-27,8.50,EUR,eight',
  );
  assert.deepEqual(
    found.lines.map(({ amount }) => formatAmount(amount)),
    ['1.5', '8.5'],
  );
  assert.deepEqual(problemsOf(found), [
    [3, 'it has more cells than the heading'],
    [4, 'it has fewer cells than the heading'],
    [5, '“GBP” is no currency of ours'],
    [6, '“£” is not EUR'],
    [7, 'it is no CSV'],
    [8, '“soon” is no date (2026-01-31)'],
  ]);
});

test('which way money went: by two columns, by a word, and never by a guess', () => {
  const ways = read(
    'Date,Details,Amount,Currency,Debit/Credit',
    '2026-11-27,a,1.50,EUR,K',
    '2026-11-27,b,2.50,EUR,D',
    '2026-11-27,c,3.50,EUR,?',
  );
  assert.deepEqual([ways.lines.length, ways.outgoing.length], [1, 1]);
  assert.deepEqual(problemsOf(ways), [[4, 'it does not say whether money came in or went out']]);
  const unnamed = read(
    'Buchungstag;Vorgang/Verwendungszweck;Umsatz;Währung; ',
    '27.11.2026;a;1,50;EUR;H',
    '27.11.2026;b;2,50;EUR;S',
  );
  assert.deepEqual([unnamed.lines.length, unnamed.outgoing.length], [1, 1]);
  const both = read(
    'Date,Text,Currency,Money in,Money out',
    '2026-11-27,a,EUR,1.50,2.50',
    '2026-11-27,b,EUR,3.50,0.00',
    '2026-11-27,c,EUR,,4.50',
    '2026-11-27,d,EUR,,-5.50',
  );
  assert.deepEqual([both.lines.length, both.outgoing.length], [1, 1]);
  assert.deepEqual(
    problemsOf(both).map(([line]) => line),
    [2, 5],
  );
  const japanese = read('取扱日,受払区分,金額,詳細１,通貨', '2026/11/27,預入,1234,a,JPY', '2026/11/27,払出,▲7,b,JPY');
  assert.deepEqual([japanese.lines.length, japanese.outgoing.length], [1, 1]);
});

test('a batch with its payments below it is those payments, if they are its sum', () => {
  const head =
    '"Datum";"Buchungstext";"Whg";"Betrag Detail";"ZKB-Referenz";"Belastung CHF";"Gutschrift CHF";"Zahlungszweck"';
  const batch = (second: string) =>
    read(
      head,
      '"27.11.2026";"Gutschriften (2)";"CHF";"";"Z1";"";"30.00";""',
      '"";"Ann";"";"10.00";"";"";"";"coins"',
      `"";"Bo";"";"${second}";"";"";"";"more coins"`,
    );
  assert.deepEqual(
    batch('20.00').lines.map(({ amount, text }) => [formatAmount(amount), text]),
    [
      ['10', 'coins Ann'],
      ['20', 'more coins Bo'],
    ],
  );
  assert.throws(() => batch('21.00'), /line 2: the payments below it are not its sum/);
});
