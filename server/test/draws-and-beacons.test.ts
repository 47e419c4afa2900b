// Draws with a random beacon that is late, silent, wrong, repeated or differently formatted, and with a clock ahead of the database's: every
// period is drawn once by the value of its round, and waiting draws are shown to operators.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { wad, type Uuid } from '@candor/wire';
import { openPool } from '../src/kit/postgres.ts';
import { readWaitingDraws } from '../src/overview/health-store.ts';
import { countSetAside } from '../src/ledger/set-aside.ts';
import { openBeacon, type BeaconSource } from '../src/shop/beacon.ts';
import { findPeriod } from '../src/shop/store.ts';
import { runAsOwner } from './support/database.ts';
import { longRun } from './support/long-run.ts';
import { drandWords, openDrandDouble, type DrandDouble } from './support/neighbours/drand-double.ts';
import { faults } from './support/neighbours/neighbour.ts';
import { randomIntOf, testSeed } from './support/seed.ts';
import { openShopStage, type OpenedPeriod, type ShopStage } from './support/shop-stage.ts';
import { toldPatience } from './support/told-patience.ts';

const randomInt = randomIntOf(testSeed);
const patience = toldPatience();
let stage: ShopStage;
let drand: DrandDouble;
let beacon: BeaconSource;
before(async () => {
  stage = await openShopStage();
  drand = await openDrandDouble({ secret: 'of this test', onLate: () => patience.end() });
  const { url: drandUrl, beacon: drandBeacon } = drand;
  beacon = openBeacon({
    mode: 'demo',
    clock: stage.clock,
    signingKey: 'ab',
    drandUrl,
    drandBeacon,
    patience: patience.patience,
  })!;
});
afterEach(async () => {
  drand.mend();
  assert.equal((await countSetAside(stage.ledger.pool)).count, 0, 'no command was given up');
  await stage.ledger.audit();
});
after(async () => {
  await drand.close();
  await stage.end();
});

interface Sold extends OpenedPeriod {
  people: Uuid[];
}
/** Sells two tickets at 2 each: one wins 3, the other gets a rebate of 0.5. */
async function sold(more: Partial<Parameters<ShopStage['openPeriod']>[0]> = {}): Promise<Sold> {
  const period = await stage.openPeriod({
    tickets: 2,
    prize: wad('3'),
    drawDelayMs: 1_500,
    beacon: drand.beacon,
    ...more,
  });
  const people = [await stage.ledger.pay('100'), await stage.ledger.pay('100')];
  for (const accountId of people) await stage.buy({ accountId }, period);
  return { ...period, people };
}
const balances = async ({ people }: Sold): Promise<string[]> =>
  (await Promise.all(people.map((each) => stage.ledger.available(each)))).toSorted();
const paid = ['101', '98.5'];
const refunded = ['100', '100'];
const reads = (period: OpenedPeriod) => findPeriod(stage.ledger.pool, period.periodId);

test(
  'whatever the beacon does, each period is drawn by its own round, and each ticket is paid once',
  longRun('waits for draws'),
  async () => {
    const periods: Sold[] = [];
    for (let count = 0; count < 6; count++) periods.push(await sold());
    for (const period of periods) await stage.runUntil(period, 'closed', { beacon });
    // A few faults of each kind; the seed decides which requests they affect.
    for (let count = 0; count < 40; count++)
      drand.turn(faults[randomInt(faults.length)]!, 'round', { times: randomInt(1, 3), skip: randomInt(2) });
    const source: BeaconSource = {
      ...beacon,
      signatureOf(...asked) {
        drand.words = drandWords[randomInt(drandWords.length)]!;
        return beacon.signatureOf(...asked);
      },
    };
    for (const period of periods) await stage.runUntil(period, 'drawn', { beacon: source });
    assert.ok(drand.faultsGiven() > 0);
    for (const period of periods) assert.deepEqual(await balances(period), paid);
  },
);

test('each fault alone keeps a draw back as long as it lasts, and never draws otherwise', async () => {
  const round = 5;
  const asked = (): Promise<string | undefined> => beacon.signatureOf(drand.beacon, round);
  const right = await asked();
  assert.ok(right);
  const outcomes: Record<string, string> = {};
  const noted = async (name: string): Promise<void> => {
    outcomes[name] = await asked().then(
      (signature) => (signature === right ? 'right' : 'another'),
      () => 'refused',
    );
  };
  for (const fault of faults) {
    if (fault === 'other-words') continue;
    await beacon.signatureOf(drand.beacon, round + 1);
    drand.turn(fault, 'round');
    await noted(fault);
  }
  for (const words of drandWords) {
    drand.words = words;
    drand.turn('other-words', 'round');
    await noted(words);
  }
  assert.deepEqual(outcomes, {
    late: 'refused',
    empty: 'refused',
    repeated: 'refused',
    reordered: 'right',
    partial: 'refused',
    withdrawn: 'refused',
    page: 'refused',
    capitals: 'right',
    envelope: 'refused',
    'other-chain': 'refused',
    'other-round': 'refused',
    'too-much': 'refused',
  });
});

test(
  'a silent beacon is shown to operators while it is waited for, and after a day all tickets are refunded',
  longRun('waits for a round'),
  async () => {
    const period = await sold();
    const other = await sold();
    await stage.runUntil(period, 'closed', { beacon });
    await stage.runUntil(other, 'closed', { beacon });
    drand.turn('late', 'round', { times: Infinity });
    const roundAt = (at: string): Promise<void> =>
      runAsOwner(
        stage.ledger,
        `begin; alter table shop_lists disable trigger user;
       update shop_lists set round_at = ${at} where period_id = '${period.periodId}';
       alter table shop_lists enable trigger user; commit`,
      );
    const { roundAt: was } = (await reads(period))!;
    await roundAt(`clock_timestamp() - interval '23 hours'`);
    const console = openPool(stage.ledger.consoleUrl, 1);
    const { count, oldestAt } = await readWaitingDraws(console);
    await console.end();
    assert.ok(count >= 1 && oldestAt! < Date.now() - 22 * 3_600_000);
    await stage.runUntil(period, 'closed', { beacon });
    await roundAt(`clock_timestamp() - interval '25 hours'`);
    await stage.runUntil(period, 'void', { beacon });
    assert.deepEqual(await balances(period), refunded);
    assert.equal((await reads(period))!.reason, 'beacon-late');
    // Restores the original time, for the audit.
    await roundAt(`to_timestamp(${was! / 1_000})`);
    drand.mend();
    await stage.runUntil(other, 'drawn', { beacon });
    assert.deepEqual(await balances(other), paid);
    assert.equal((await readWaitingDraws(stage.ledger.pool)).count, 0);
  },
);

// Must be the last test, because it leaves the clock ahead.
test(
  'a clock that is ahead of the database draws nothing before the round, and keeps nothing back after it',
  longRun('waits for a draw'),
  async () => {
    const period = await sold({ drawDelayMs: 6_000 });
    await stage.runUntil(period, 'closed', { beacon });
    // By this process's clock the round was a day ago. This beacon, like a real one, has not signed it yet.
    stage.pass(25 * 3_600_000);
    const ahead: BeaconSource = { ...beacon, signatureOf: async () => undefined };
    const other = await sold({ tickets: 2, ticketsMin: 2 });
    await stage.runUntil(other, 'closed', { beacon: ahead });
    assert.equal((await reads(period))!.state, 'closed', 'neither drawn nor void');
    await stage.runUntil(period, 'drawn', { beacon });
    assert.deepEqual(await balances(period), paid);
  },
);
