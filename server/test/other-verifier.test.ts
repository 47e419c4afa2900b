// The verifier that was written from docs/formats.md alone, in another language, agrees: on the vectors, on lies that are signed
// with the right key, and on what a running server gives.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { signReceipt, verifyReceipt } from '@candor/proof';
import { contractSides, getReceipt, getTicks, listCoins, marginOf, submitContract, closeContract, submitOptionsOrder, verifyMe, wad, formatAmount } from '@candor/wire'; // oxfmt-ignore
import type { ContractReceipt, Receipt, TickRun } from '@candor/wire';
import { changesOf } from '../../proof/test/change-fields.ts';
import { until } from '../src/kit/until.test-support.ts';
import { findPython } from './run/find-python.ts';
import { repository } from './run/processes.ts';
import { got, openRunningApp } from './support/running-app.ts';
import type { Person, RunningApp } from './support/running-app.ts';
import { inputVectors, minuteVectors, vectorKey } from './vectors/record-vectors.ts';

const python = findPython();
const skip = python === undefined ? 'there is no Python 3.10 here, and none could be installed' : false;
const folder = mkdtempSync(join(tmpdir(), 'candor-verifier-'));
after(() => rmSync(folder, { recursive: true }));

test('it accepts every vector, and refuses each with any value changed', { skip, timeout: 600_000 }, async () => {
  const { code, output } = await verify('vectors');
  assert.equal(code, 0, output);
  const vectors = readdirSync(join(repository, 'docs/vectors'));
  for (const name of vectors) assert.match(output, new RegExp(`${name}: accepted; [1-9]\\d+ changes of it refused`));
});

test(
  'it refuses receipts that are signed anew but are not what their ticks decide',
  { skip, timeout: 600_000 },
  async () => {
    const attempts = readdirSync(join(repository, 'docs/vectors'))
      .filter((name) => /^(?:option|contract|swap)-/.test(name))
      .flatMap(liesOf);
    assert.ok(attempts.length > 1_000, `only ${attempts.length}`);
    const { code, output } = await verify('refused', written('lies.json', attempts));
    assert.equal(code, 0, output);
  },
);

interface Vector {
  public_key: string;
  receipt: Receipt;
  archive: TickRun | TickRun[];
}

/** The vector's receipt with one thing changed that follows from its ticks, under a seal of the platform itself. */
function liesOf(name: string): object[] {
  const { receipt, ...rest } = JSON.parse(readFileSync(join(repository, 'docs/vectors', name), 'utf8')) as Vector;
  const { issuer: _, ...sections } = receipt;
  const decided = new Set(['entry', 'expires_ms', 'exit', 'exit_rule', 'result', 'void_reason', 'cancel_reason', 'paid', 'margin', 'pnl', 'liquidation_price', 'formula', 'from_tick', 'to_tick', 'reason', 'given', 'received']); // oxfmt-ignore
  const lies: object[] = [];
  for (const { section, name: what, value } of changesOf(sections)) {
    if (!decided.has(section)) continue;
    try {
      lies.push({ what: `${name}: ${what}`, receipt: signReceipt(value as never, vectorKey), ...rest });
    } catch {
      // It has no canonical form, so nobody can sign it.
    }
  }
  return lies;
}

test(
  'it refuses payments that can not be and waits that the terms do not allow, as proof does',
  { skip, timeout: 240_000 },
  async () => {
    const [paidLate, expired] = ['contract-paid-late', 'contract-expired'].map(contractVectorOf) as [
      ContractVector,
      ContractVector,
    ];
    const [paid, due] = paidLate.receipt.late_payments!;
    const most = formatAmount(wad(paidLate.receipt.paid));
    const lists: unknown[] = [
      [],
      null,
      [due, paid],
      [{ ...paid, amount: '0' }, due],
      [{ ...paid, amount: '1000000' }],
      [
        { ...due, amount: most },
        { ...due, amount: most },
      ],
      [{ ...paid, paid_at: '2026-01-01' }],
      [{ ...paid, amount: '-1' }],
      [{ ...paid, extra: 1 }],
      [{ amount: '1' }],
    ];
    const { limit_expiry_ms: waitedMs, ...endless } = expired.receipt.terms;
    const terms: unknown[] = [
      endless,
      ...[0, -1, null, '1', waitedMs! - 5_000_000_000, waitedMs! + 1_000, 1].map((ms) => ({
        ...endless,
        limit_expiry_ms: ms,
      })),
    ];
    const lies = [
      ...lists.map((late_payments) => lieOf(paidLate, { late_payments })),
      ...terms.map((each) => lieOf(expired, { terms: each })),
      lieOf(expired, { cancel_reason: 'no-entry-tick' }),
      lieOf(expired, { settled_at: new Date(expired.receipt.order.received_ms + waitedMs! - 1).toISOString() }),
    ];
    for (const { what, receipt, archive, public_key: trustedKey } of lies) {
      assert.equal(verifyReceipt(receipt, { archive, trustedKey }).verdict, 'refuted', what);
    }
    const { code, output } = await verify('refused', written('late-lies.json', lies));
    assert.equal(code, 0, output);
  },
);

type ContractVector = Vector & { receipt: ContractReceipt };

const contractVectorOf = (name: string): ContractVector =>
  JSON.parse(readFileSync(join(repository, `docs/vectors/${name}.json`), 'utf8')) as ContractVector;

function lieOf({ receipt, ...rest }: ContractVector, changed: object): Vector & { what: string } {
  const { issuer: _, ...sections } = receipt;
  return {
    what: JSON.stringify(changed),
    receipt: signReceipt({ ...sections, ...changed } as never, vectorKey),
    ...rest,
  };
}

test(
  'it verifies a day that was downloaded, and refuses it once a line of it differs',
  { skip, timeout: 240_000 },
  async () => {
    const { run, minutes } = minuteVectors();
    const lines = minutes.map((minute) => {
      const inside = run.ticks.filter(
        ([sequence]) => sequence >= minute.first_sequence && sequence <= minute.last_sequence,
      );
      return { ...minute, coin: run.coin, ticks: packed(JSON.stringify(columnsOf(inside))), sources: null };
    });
    const accepted = await verifyDay(lines, 6);
    assert.equal(accepted.code, 0, accepted.output);
    assert.match(accepted.output, /VERIFIED: 13 ticks in 3 minutes/);
    const [first, second, third] = lines as [(typeof lines)[0], (typeof lines)[0], (typeof lines)[0]];
    const inside = run.ticks.slice(0, first.count);
    const later = inside.map((tick) => tick.with(3, tick[3] + 1) as typeof tick);
    for (const changed of [
      [first, third],
      [second, first, third],
      [{ ...first, first_sequence: 2, last_sequence: first.last_sequence + 1 }, second, third],
      [{ ...first, minute_ms: first.minute_ms - 60_000 }],
      [{ ...first, ticks: packed(JSON.stringify({ ...columnsOf(inside), version: 2 })) }],
      [{ ...first, ticks: packed(JSON.stringify(columnsOf(later))) }],
      [{ ...first, ticks: first.ticks.slice(0, 40) }],
      [{ ...first, ticks: 'AAAA' }],
      [{ ...first, sources: packed('\n'.repeat(first.count)) }],
      [{ ...first, sources: packed('x'.padEnd(first.count, '\n')) }],
    ]) {
      const { code, output } = await verifyDay(changed, 6);
      assert.equal(code, 1, `${JSON.stringify(changed)}: ${output}`);
      assert.match(output, /^REFUTED: /);
    }
  },
);

test(
  'of a day with lists of sources none may be missing, or be of another tick',
  { skip, timeout: 240_000 },
  async () => {
    const { run, lists, price_decimals: decimals } = inputVectors();
    const line = {
      minute_ms: run.ticks[0]![3] - (run.ticks[0]![3] % 60_000),
      first_sequence: 1,
      last_sequence: lists.length,
      count: lists.length,
      previous_hash: run.start_hash,
      hash: run.end_hash,
      coin: run.coin,
      ticks: packed(JSON.stringify(columnsOf(run.ticks))),
    };
    const codes: (number | null)[] = [];
    for (const sources of [lists, lists.with(1, ''), lists.toReversed(), lists.slice(1)]) {
      codes.push((await verifyDay([{ ...line, sources: packed(sources.join('\n')) }], decimals)).code);
    }
    assert.deepEqual(codes, [0, 1, 1, 1]);
  },
);

const verifyDay = (lines: object[], decimals: number) =>
  verify('day', written('day.ndjson', lines.map((line) => JSON.stringify(line)).join('\n')), String(decimals));

/** As the page says, apart from the server's own packing. */
function columnsOf(ticks: TickRun['ticks']) {
  const differences = (place: 2 | 3) => ticks.map((tick, at) => tick[place] - (ticks[at - 1]?.[place] ?? 0));
  return {
    version: 1,
    firstSequence: ticks[0]![0],
    prices: ticks.map(([, price]) => price),
    sourceMs: differences(2),
    publishedMs: differences(3),
    inputs: ticks.map(([, , , , inputs]) => [inputs, 1]),
  };
}

const packed = (text: string): string => deflateRawSync(text).toString('base64');

test(
  'it verifies a running server: its archive, an option and a contract',
  { skip, timeout: 240_000 },
  async (context) => {
    const app = await openRunningApp();
    context.after(() => app.close());
    const person = await app.person('1000');
    got(await person.client.call(verifyMe, {}));
    const [option, contract] = [await placeOption(person), await openAndCloseContract(person)];
    for (const [kind, id, order] of [
      ['option', option],
      ['contract', contract],
    ].map(([kind, id]) => [kind, id, `${kind}.json`] as const)) {
      const receipt = await receiptOf(person, kind!, id!);
      const file = written(order, receipt);
      assert.ok(receipt.kind !== 'swap');
      await passed(app, receipt);
      const online = await verify('receipt', file, '--archive', app.url);
      assert.equal(online.code, 0, online.output);
      const offline = await verify('receipt', file);
      assert.equal(offline.code, 2, offline.output);
      assert.match(offline.output, /not checked: (?:reach, )?archive, key/);
      const lie = written(`lie-${order}`, { ...receipt, paid: '1000' });
      assert.equal((await verify('receipt', lie, '--archive', app.url)).code, 1);
    }
    for (const span of [[], ['--from', '0']]) {
      const archive = await verify('archive', app.url, 'BTC', ...span);
      assert.equal(archive.code, 0, archive.output);
      assert.match(archive.output, /[1-9]\d* ticks of BTC/);
    }
    const corrections = await verify('corrections', app.url);
    assert.equal(corrections.code, 0, corrections.output);
  },
);

async function placeOption({ client, user }: Person): Promise<string> {
  const order = { pair_type: 'ethusdt', trade_user_id: user.account_id, trade_num: '12.3001', option_config_id: '1', trade_transaction_type: 1 }; // oxfmt-ignore
  return got(await client.call(submitOptionsOrder, order)).option_order_id;
}

async function openAndCloseContract({ client, user }: Person): Promise<string> {
  const coin = got(await client.call(listCoins, {})).find(({ id }) => id === 'BTC')!;
  const terms = { sheets: 3, sheetSize: wad(coin.sheet_size), price: wad(coin.dol!), lever: 20 };
  const { trade_id } = got(
    await client.call(submitContract, {
      trade_price: coin.dol!,
      trade_lever: terms.lever,
      trade_user_id: user.account_id,
      trade_type: 1,
      trade_transaction_type: contractSides.short,
      trade_btc_tpye: 'btcusdt',
      usd_num: formatAmount(marginOf(terms)),
      sheets_num: terms.sheets,
    }),
  );
  let isAsked = false;
  await until('the position is open and its close is asked for', async () => {
    const reply = await client.call(closeContract, { trade_id, sheets_num: 3 });
    return (isAsked = isAsked || reply.ok);
  });
  return trade_id;
}

async function receiptOf({ client }: Person, kind: string, id: string): Promise<Receipt> {
  let receipt: Receipt | undefined;
  await until(
    `the receipt of ${id} is there`,
    async () => {
      const reply = await client.call(getReceipt, { kind, id });
      if (reply.ok) receipt = reply.data;
      return reply.ok;
    },
    60_000,
  );
  return receipt!;
}

/** Waits until the archive shows a tick after all that is in the receipt. */
async function passed(app: RunningApp, receipt: Exclude<Receipt, { kind: 'swap' }>): Promise<void> {
  const runs = Array.isArray(receipt.archive) ? receipt.archive : [receipt.archive];
  const last = Math.max(...runs.map(({ ticks }) => ticks.at(-1)?.[0] ?? 0));
  const { client } = await app.person();
  await until('the archive has gone on', async () => {
    const { ticks } = got(await client.call(getTicks, { coin: receipt.order.coin, after: last, last: last + 2 }));
    return ticks.length > 0;
  });
}

function written(name: string, value: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  return file;
}

async function verify(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(python!, [join(repository, 'docs/verifier/verify.py'), ...args], {
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}
