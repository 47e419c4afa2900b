import { wad } from '@candor/wire';
import { houseAccountId } from '../../../src/ledger/command.ts';
import { buyTicket } from '../../../src/shop/buy-ticket.ts';
import { closePeriod, drawPeriod, voidPeriod } from '../../../src/shop/end-period.ts';
import { givePrizeAddressTo, sendPrizeTo, takeWorth } from '../../../src/shop/end-prize.ts';
import { openPeriod } from '../../../src/shop/open-period.ts';
import { numbersOf, shopDraws, shopPeriods, type Period } from '../../../src/shop/period.ts';
import { settleTicket } from '../../../src/shop/settle-ticket.ts';
import { shopPrizes, shopTickets } from '../../../src/shop/ticket.ts';
import type { Asked } from './memory-ledger.ts';
import { ask, houseIn, pick, type Draw, type ModelPlay, type ModelProduct, type ModelStage } from './stage.ts';

const beacon = { name: 'demo', isDemo: true, key: '', genesisMs: 0, periodMs: 3_000 };
const goods = ['coins', 'watch'] as const;

/** Of few tickets, so that whoever comes first may leave none to others. */
const termsOf = (goodId: (typeof goods)[number], number: number) => ({
  goodId,
  number,
  series: 0,
  price: wad('20'),
  tickets: 2,
  ticketsMin: 1,
  winners: 1,
  rebate: wad('5'),
  prizeKind: goodId === 'watch' ? ('good' as const) : ('coin' as const),
  prize: wad('20'),
  drawDelayMs: 6_000,
  beacon,
  openMs: 3_600_000,
  paysBuyers: false,
});

const periodIn = ({ ledger }: ModelStage, draw: Draw, ...states: Period['state'][]): Period | undefined => {
  const fit = ledger.rows(shopPeriods).filter(({ state }) => states.includes(state));
  return fit.length === 0 ? undefined : pick(draw, fit);
};

/** What the house does in time; whoever plays with bonus money tries it as well. */
const ofPeriod = (command: typeof closePeriod, more: object = {}): ModelPlay => ({
  command,
  play(stage, actor, draw) {
    const period = actor.book === 'bonus' ? periodIn(stage, draw, 'open', 'closed') : undefined;
    return period && ask(command, houseIn(actor), { periodId: period.periodId, ...more });
  },
});
const drawn = { signature: 'ab', winningNum: '1' };

/** Each good has one period that is open, if the house can promise its prizes; every third one is void. */
function housesOwn({ ledger, now }: ModelStage): Asked[] {
  const house = { accountId: houseAccountId, book: 'real' } as const;
  const periods = ledger.rows(shopPeriods);
  const ended = periods.flatMap(({ periodId, state, number, sold, tickets, closesAt }) => {
    if (state === 'open') return sold === tickets || now >= closesAt ? [ask(closePeriod, house, { periodId })] : [];
    if (state !== 'closed') return [];
    const isVoid = number % 3 === 0;
    return [
      isVoid
        ? ask(voidPeriod, house, { periodId, reason: 'beacon-late' })
        : ask(drawPeriod, house, { periodId, ...drawn }),
    ];
  });
  const opened = goods.flatMap((goodId) => {
    const own = periods.filter((each) => each.goodId === goodId);
    return own.some(({ state }) => state === 'open') ? [] : [ask(openPeriod, house, termsOf(goodId, own.length + 1))];
  });
  return [...ended, ...opened];
}

const customers: readonly ModelPlay[] = [
  {
    command: buyTicket,
    weight: 3,
    play(stage, actor, draw) {
      const period = periodIn(stage, draw, 'open');
      return (
        period && ask(buyTicket, actor, { accountId: actor.accountId, periodId: period.periodId, level: 0, vip: 0 })
      );
    },
  },
  {
    command: givePrizeAddressTo,
    play(stage, actor, draw) {
      const prize = stage.own(shopPrizes, actor, draw);
      const sealed = { keyId: 'k', bytes: Buffer.from('somewhere') };
      return prize && ask(givePrizeAddressTo, actor, { prizeId: prize.prizeId, sealed });
    },
  },
  {
    command: takeWorth,
    weight: 2,
    play(stage, actor, draw) {
      const prize = stage.own(shopPrizes, actor, draw);
      return prize && ask(takeWorth, actor, { prizeId: prize.prizeId });
    },
  },
];

export const shop: ModelProduct = {
  plays: [
    ...customers,
    {
      command: openPeriod,
      play: (_, actor, draw) =>
        actor.book === 'real' ? undefined : ask(openPeriod, houseIn(actor), termsOf(pick(draw, goods), 1 + draw(9))),
    },
    ofPeriod(closePeriod),
    ofPeriod(voidPeriod as typeof closePeriod, { reason: 'beacon-late' }),
    ofPeriod(drawPeriod as typeof closePeriod, drawn),
    {
      command: sendPrizeTo,
      play(stage, actor, draw) {
        const addressed = stage.ledger.rows(shopPrizes).filter(({ state }) => state === 'addressed');
        if (addressed.length === 0) return undefined;
        const sending = {
          carrier: 'post',
          tracking: '1',
          sentBy: 'olga',
          decidedBy: actor.accountId,
          proposalId: null,
        };
        return ask(sendPrizeTo, houseIn(actor), { prizeId: pick(draw, addressed).prizeId, sending });
      },
    },
  ],
  engines: [
    { commands: [openPeriod, closePeriod, drawPeriod, voidPeriod], due: housesOwn },
    {
      commands: [settleTicket],
      due: ({ ledger }) =>
        ledger.rows(shopTickets).flatMap((ticket) => {
          const { ticketId, periodId, number } = ticket;
          const period = ledger.find(shopPeriods, { accountId: ticket.accountId, id: periodId })!;
          if (ticket.ending || (period.state !== 'drawn' && period.state !== 'void')) return [];
          const draw = ledger.rows(shopDraws).find((each) => each.periodId === periodId);
          const hasWon = draw !== undefined && numbersOf(draw.winningNum).includes(number);
          return [ask(settleTicket, ticket, { ticketId, period, hasWon })];
        }),
    },
  ],
};
