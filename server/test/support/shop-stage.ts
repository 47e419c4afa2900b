// The shop on a stage of its own: periods with the test's terms, and an engine that runs while the test lets it.
import { randomBytes } from 'node:crypto';
import { getOrderById, orderTicket, wad, wireId, type PeriodState, type ShopTicket, type Uuid } from '@candor/wire'; // oxfmt-ignore
import { claimDatabase } from '../../src/deployment/deployment.ts';
import { startPart, stopPart } from '../../src/kit/part.ts';
import { readUntil } from '../../src/kit/until.test-support.ts';
import { houseAccountId } from '../../src/ledger/command.ts';
import type { Lanes } from '../../src/ledger/lanes.ts';
import { signNews } from '../../src/public-log/sign-checkpoints.ts';
import { openBeacon, type BeaconSource } from '../../src/shop/beacon.ts';
import { openPeriod, periodIdOf, type PeriodTerms } from '../../src/shop/open-period.ts';
import type { DrawParts } from '../../src/shop/draw-parts.ts';
import { drawJobs } from '../../src/shop/run-draws.ts';
import { shopWeb } from '../../src/shop/shop-web.ts';
import { addGoodAtOnce, findPeriod } from '../../src/shop/store.ts';
import { payIntoHouse } from './pay-into-house.ts';
import { openProductStage, type Caller, type ProductStage } from './product-stage.ts';

export interface ShopStage extends ProductStage<ReturnType<typeof shopWeb>> {
  /** Adds a good and opens its first period. */
  openPeriod(terms?: Partial<PeriodTerms> & { level?: number }): Promise<OpenedPeriod>;
  buy(caller: Caller, period: OpenedPeriod): Promise<{ orderId: string; number: number }>;
  ticket(accountId: Uuid, id: string): Promise<ShopTicket>;
  /** An engine runs until the period is in this state and, once it has ended, all tickets are paid. */
  runUntil(
    period: OpenedPeriod,
    state: PeriodState,
    options?: { lanes?: Lanes; beacon?: BeaconSource; termsInstead?: DrawParts['termsInstead'] },
  ): Promise<void>;
  /** So much the clock goes on. */
  pass(ms: number): void;
  sums(): Promise<{ shop: string; funds: string }>;
}
export interface OpenedPeriod {
  goodId: string;
  periodId: Uuid;
}

export async function openShopStage({ shopFunds = '100000' } = {}): Promise<ShopStage> {
  const secrets = { pepper: randomBytes(32), fingerprintKey: randomBytes(32), codeKey: randomBytes(32), signingKey: randomBytes(32).toString('hex'), pushKey: '1'.padStart(64, '0') }; // oxfmt-ignore
  const stage = await openProductStage({ startMs: Date.now() }, ({ ledger, clock, hub }) =>
    shopWeb({ ...ledger, clock, hub, mode: 'demo', secrets, signingKey: secrets.signingKey, drandUrl: undefined }),
  );
  const { ledger, clock } = stage;
  await claimDatabase(ledger.url, { mode: 'demo', secrets, keyFile: 'the keys of this test' });
  await payIntoHouse(ledger, { amount: shopFunds, bucket: 'shop-funds' });
  const ownBeacon = openBeacon({ mode: 'demo', clock, signingKey: secrets.signingKey, drandUrl: undefined })!;
  let goods = 0;

  return {
    ...stage,
    async openPeriod({ level = 0, ...terms } = {}) {
      const goodId = `good-${++goods}`;
      const texts = [{ language: 'en', name: `Good ${goods}`, description: 'Of the test.' }];
      await addGoodAtOnce(ledger.pool, { goodId, level, drawing: 'coins', texts });
      const input: PeriodTerms = {
        goodId,
        number: 1,
        series: 0,
        price: wad('2'),
        tickets: 10,
        ticketsMin: terms.tickets ?? 10,
        winners: 1,
        rebate: wad('0.5'),
        prizeKind: 'coin',
        prize: wad('15'),
        drawDelayMs: 6_000,
        beacon: ownBeacon.beacon,
        openMs: 3_600_000,
        paysBuyers: false,
        ...terms,
      };
      await ledger.lanes.submit({ command: openPeriod, accountId: houseAccountId, book: 'real', input, receivedAt: clock.now() }); // oxfmt-ignore
      return { goodId, periodId: periodIdOf(goodId, 1) };
    },
    buy: (caller, { goodId, periodId }) =>
      stage.ask(
        orderTicket,
        { user_id: wireId('account', caller.accountId), good_id: goodId, periods_id: wireId('period', periodId) },
        caller,
      ),
    ticket: (accountId, order_id) =>
      stage.ask(getOrderById, { user_id: wireId('account', accountId), order_id }, { accountId }),
    async runUntil({ periodId }, state, { lanes = ledger.lanes, beacon = ownBeacon, termsInstead } = {}) {
      const signLog = () => signNews(ledger.pool, secrets.signingKey);
      const engine = {
        jobs: drawJobs({
          pool: ledger.pool,
          lanes,
          clock,
          beacon,
          signLog,
          everyMs: 20,
          ...(termsInstead && { termsInstead }),
        }),
      };
      const keepTime = (): void => void (clock.now() < Date.now() && clock.advance(Date.now() - clock.now()));
      keepTime();
      await startPart(engine);
      const read = async () => {
        keepTime();
        const period = await findPeriod(ledger.pool, periodId);
        const { rows } = await ledger.pool.query('select from shop_tickets where period_id = $1 and outcome is null', [periodId]); // oxfmt-ignore
        return { period, isPaid: rows.length === 0 };
      };
      try {
        await readUntil(
          `the period is ${state}`,
          read,
          ({ period, isPaid }) =>
            period?.state === state &&
            (isPaid || !['drawn', 'void'].includes(state)) &&
            (state !== 'closed' || period.round !== null),
          { withinMs: 90_000 },
        );
      } finally {
        await stopPart(engine);
      }
    },
    pass: (ms) => clock.advance(ms),
    async sums() {
      const { rows } = await ledger.pool.query<{ shop: string; funds: string }>(
        `select trim_scale(coalesce(sum(balance) filter (where bucket = 'shop'), 0))::text as shop,
           trim_scale(coalesce(sum(balance) filter (where bucket = 'shop-funds'), 0))::text as funds from ledger_house`,
      );
      return rows[0]!;
    },
  };
}
