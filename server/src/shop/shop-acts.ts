// Goods and periods as two operators decide them.
import { createHash } from 'node:crypto';
import { canonicalJson } from '@candor/proof';
import { addGood, drawResult, formatAmount, goodLanguages, openGoodPeriod, parseAmount, paysBuyers, ticketWorth, wad, wireId, worstResult, zero, type GoodDrawing, type GoodLanguage, type PrizeKind, type Wad } from '@candor/wire'; // oxfmt-ignore
import { bindAct, type BoundAct } from '../kit/act.ts';
import type { Clock } from '../kit/clock.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { houseAccountId } from '../ledger/command.ts';
import { fitsPrecision } from '../ledger/fits-precision.ts';
import type { Lanes } from '../ledger/lanes.ts';
import type { BeaconSource } from './beacon.ts';
import { openPeriod, periodIdOf, wouldPayBuyers, type PeriodTerms } from './open-period.ts';
import { rebateOf, reserveOf, type Beacon } from './period.ts';
import { findGood, insertGood, readFunds, readLastNumber, type NewGood } from './store.ts';

export interface ShopActParts {
  pool: Pool;
  lanes: Lanes;
  clock: Clock;
  /** Undefined where there is none: no period is opened. */
  source: Pick<BeaconSource, 'beacon'> | undefined;
}

/** From the closing to the round: time enough for the list to be public and signed. */
const drawDelayMs = 60_000;

export const shopActs = ({ lanes, clock, source }: ShopActParts): BoundAct[] => [
  bindAct(addGood, {
    facts: async (body, pool) => {
      if (await findGood(pool, 'en', body.good_id)) refuse('good-exists');
      return { good_id: body.good_id, level: body.level, drawing: body.drawing };
    },
    async carryOut({ body }, database) {
      if (!(await insertGood(database, goodOf(body)))) refuse('good-exists');
      return { good_id: body.good_id };
    },
  }),
  bindAct(openGoodPeriod, {
    facts: (body, pool) => factsOf(body, pool, source?.beacon),
    async carryOut({ proposalId, body }, database) {
      const terms = await termsOf(body, database, source?.beacon);
      const digest = createHash('sha256')
        .update(`open-period ${canonicalJson(body)}`)
        .digest();
      await lanes.submit({
        command: openPeriod,
        accountId: houseAccountId,
        book: 'real',
        input: terms,
        // The proposal's id is the idempotency key: a second run changes nothing.
        idempotency: { key: proposalId, digest },
        receivedAt: clock.now(),
      });
      return { periods_id: wireId('period', periodIdOf(terms.goodId, terms.number)) };
    },
  }),
];

type GoodBody = { good_id: string; level: number; drawing: GoodDrawing } & Record<GoodLanguage, string>;

function goodOf(body: GoodBody): NewGood {
  const texts = goodLanguages.map((language) => {
    const [name = '', description = ''] = body[language].split('|');
    return { language, name: name.trim(), description: description.trim() };
  });
  return { goodId: body.good_id, level: body.level, drawing: body.drawing, texts };
}

interface PeriodBody {
  good_id: string;
  price: string;
  tickets: number;
  tickets_min: number;
  winners: number;
  rebate_share: string;
  prize_kind: PrizeKind;
  prize: string;
  open_minutes: number;
  series: number;
  pays_buyers: boolean;
}

/** Refuses what can't be opened: an unknown good, terms that contradict each other, one that is open already. */
async function termsOf(body: PeriodBody, database: Database, beacon: Beacon | undefined): Promise<PeriodTerms> {
  const { good_id: goodId, tickets, winners, tickets_min: ticketsMin } = body;
  if (!(await findGood(database, 'en', goodId))) refuse('not-found');
  if (winners > tickets) refuse('period-malformed', { field: 'winners' });
  if (ticketsMin > tickets) refuse('period-malformed', { field: 'tickets_min' });
  const share = parseAmount(body.rebate_share) ?? refuse('amount-malformed', { field: 'rebate_share' });
  if (share > wad('1')) refuse('period-malformed', { field: 'rebate_share' });
  const [price, prize] = [moneyOf(body.price, 'price'), moneyOf(body.prize, 'prize')];
  const last = await readLastNumber(database, goodId);
  if (last.isOpen) refuse('period-open');
  const terms: PeriodTerms = {
    goodId,
    number: last.number + 1,
    series: body.series,
    price,
    tickets,
    ticketsMin,
    winners,
    rebate: rebateOf(price, share),
    prizeKind: body.prize_kind,
    prize,
    drawDelayMs,
    beacon: beacon ?? refuse('period-malformed', { field: 'beacon' }),
    openMs: body.open_minutes * 60_000,
    paysBuyers: body.pays_buyers,
  };
  if (paysBuyers(terms) && !terms.paysBuyers) throw wouldPayBuyers(terms);
  // Refused where it has no effect, so that nobody sets pays_buyers out of habit.
  if (terms.paysBuyers && !paysBuyers(terms)) refuse('period-malformed', { field: 'pays_buyers' });
  return terms;
}

function moneyOf(text: string, field: string): Wad {
  const amount = parseAmount(text) ?? refuse('amount-malformed', { field });
  if (amount <= zero) refuse('amount-malformed', { field });
  return fitsPrecision(amount, 'USDT') ? amount : refuse('too-many-decimals', { field });
}

/** Facts of a period: its reserve, and the platform's result if all tickets are sold, with the fewest tickets, and at worst. */
async function factsOf(body: PeriodBody, pool: Pool, beacon: Beacon | undefined) {
  const terms = await termsOf(body, pool, beacon);
  const free = await readFunds(pool);
  const reserve = reserveOf(terms);
  const worst = worstResult(terms);
  return {
    number: terms.number,
    reserve: formatAmount(reserve),
    shop_funds: formatAmount(free),
    result_sold_out: formatAmount(drawResult(terms, terms.tickets)),
    result_at_minimum: formatAmount(drawResult(terms, terms.ticketsMin)),
    result_worst: formatAmount(worst.result),
    result_worst_sold: worst.sold,
    ticket_worth_max: formatAmount(ticketWorth(terms, terms.ticketsMin)),
    pays_buyers: paysBuyers(terms),
    beacon: terms.beacon.name,
  };
}
