// The vectors of docs/vectors are what the simulated market makes, are accepted by proof/, and are refused once anything in them differs.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  canonicalJson,
  digestOf,
  findCorrectionsFault,
  findInputsFault,
  genesisHash,
  hashTick,
  parseStrictJson,
  verifyReceipt,
  verifyTickRun,
} from '@candor/proof';
import type { CandleCorrection, Receipt, SealedMinute, TickRun } from '@candor/wire';
import { changesOf } from '../../proof/test/change-fields.ts';
import { repository } from './run/processes.ts';
import { makeVectors } from './vectors/make-vectors.ts';

const folder = join(repository, 'docs/vectors');
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
const read = (name: string): unknown => parseStrictJson(readFileSync(join(folder, name), 'utf8'));

interface ReceiptVector {
  public_key: string;
  receipt: Receipt;
  archive: TickRun | TickRun[];
}
const receiptFiles = files.filter((name) => /^(?:option|contract|swap)-/.test(name));

const faultsOf = ({ checks }: Pick<ReturnType<typeof verifyReceipt>, 'checks'>): string[] =>
  checks.flatMap(({ ok, detail }) => (ok ? [] : [detail]));

test('they are made anew alike', () => {
  const made = makeVectors();
  assert.deepEqual(files.toSorted(), [...made.keys()].toSorted());
  for (const [name, text] of made) {
    assert.equal(readFileSync(join(folder, name), 'utf8'), text, `${name} differs: run npm run vectors`);
  }
});

test('proof accepts each receipt, with nothing left unchecked', () => {
  assert.ok(receiptFiles.length >= 21);
  for (const name of receiptFiles) {
    const { receipt, archive, public_key: trustedKey } = read(name) as ReceiptVector;
    const { checks } = verifyReceipt(receipt, { archive, trustedKey });
    assert.deepEqual(faultsOf({ checks }), [], name);
    assert.deepEqual(
      checks.filter(({ isNote }) => isNote),
      [],
      name,
    );
  }
});

test('proof refuses a receipt with any value changed, and an archive with any value changed', () => {
  for (const name of receiptFiles) {
    const { receipt, archive, public_key: trustedKey } = read(name) as ReceiptVector;
    let count = 0;
    let inArchive = 0;
    for (const change of changesOf(receipt)) {
      // Of ticks some: the other verifier goes through all of them.
      if (change.section === 'archive' && inArchive++ % 11 > 0) continue;
      assert.notDeepEqual(faultsOf(verifyReceipt(change.value, { trustedKey })), [], `${name}: ${change.name}`);
      count++;
    }
    const runs = [archive].flat();
    for (const [place, run] of runs.entries()) {
      for (const tick of run.ticks.keys()) {
        const changed = run.ticks.with(tick, run.ticks[tick]!.with(3, run.ticks[tick]![3] + 1) as never);
        const verification = verifyReceipt(receipt, {
          trustedKey,
          archive: runs.with(place, { ...run, ticks: changed }),
        });
        assert.notDeepEqual(faultsOf(verification), [], name);
      }
    }
    assert.ok(count > 200, `only ${count} changes of ${name} were tried`);
  }
});

test('proof refuses a receipt with any byte changed', () => {
  for (const name of ['option-no-entry.json', 'contract-by-customer.json']) {
    const { receipt, public_key: trustedKey } = read(name) as ReceiptVector;
    const text = JSON.stringify(receipt);
    for (let place = 0; place < text.length; place++) {
      const other = text[place] === '1' ? '2' : '1';
      const changed = `${text.slice(0, place)}${other}${text.slice(place + 1)}`;
      assert.equal(
        accepts(changed, trustedKey),
        false,
        `${name}, byte ${place}: ${text.slice(place - 20, place + 20)}`,
      );
    }
  }
});

function accepts(text: string, trustedKey: string): boolean {
  try {
    return faultsOf(verifyReceipt(parseStrictJson(text), { trustedKey })).length === 0;
  } catch (error) {
    assert.ok(error instanceof SyntaxError, String(error));
    return false;
  }
}

test('canonical JSON, chains, minutes, lists and corrections are what proof makes of them', () => {
  const canonical = read('canonical-json.json') as { values: { value: unknown; text: string; sha256: string }[] };
  for (const { value, text, sha256 } of canonical.values) {
    assert.deepEqual([canonicalJson(value), digestOf(value)], [text, sha256]);
  }
  const { genesis, run, hashes } = read('ticks.json') as { genesis: string; run: TickRun; hashes: string[] };
  assert.equal(genesis, genesisHash(run.coin));
  assert.deepEqual(verifyTickRun(run), []);
  let hash = genesis;
  assert.deepEqual(
    run.ticks.map((tick) => (hash = hashTick(hash, run.coin, tick))),
    hashes,
  );
  checkMinutes(read('minutes.json') as { run: TickRun; minutes: SealedMinute[] });

  const inputs = read('inputs.json') as { price_decimals: number; run: TickRun; lists: string[] };
  assert.deepEqual(verifyTickRun(inputs.run), []);
  for (const [place, [, price, , , named]] of inputs.run.ticks.entries()) {
    const list = inputs.lists[place]!;
    assert.equal(findInputsFault({ inputs: named, price, list, decimals: inputs.price_decimals }), undefined);
  }
  const { corrections } = read('corrections.json') as { corrections: CandleCorrection[] };
  assert.equal(findCorrectionsFault(corrections), undefined);
  assert.ok(corrections.length > 1);
});

function checkMinutes({ run, minutes }: { run: TickRun; minutes: SealedMinute[] }): void {
  let previous = genesisHash(run.coin);
  for (const minute of minutes) {
    const ticks = run.ticks.filter((tick) => Math.floor(tick[3] / 60_000) * 60_000 === minute.minute_ms);
    assert.deepEqual(
      [ticks[0]![0], ticks.at(-1)![0], ticks.length],
      [minute.first_sequence, minute.last_sequence, minute.count],
    );
    assert.equal(minute.previous_hash, previous);
    assert.deepEqual(verifyTickRun({ coin: run.coin, start_hash: previous, ticks, end_hash: minute.hash }), []);
    previous = minute.hash;
  }
  assert.equal(minutes.length, 3);
}
