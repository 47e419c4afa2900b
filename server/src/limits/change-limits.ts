// What customers set against themselves: tightened at once, loosened after a day.
import { looseningMs, type PauseKind, type PersonalLimits as LimitsReply, type Uuid, type Wad } from '@candor/wire'; // oxfmt-ignore
import { insertRow, updateRow, type Command, type CommandState, type Decision } from '../ledger/command.ts';
import { limitsAt, personalLimits, type Limits, type PersonalLimits } from '../ledger/personal-limits.ts';
import { lostIn, riskFigures } from '../ledger/risk-figures.ts';
import { limitsMessage } from './limits-message.ts';

interface ChangeLimits {
  accountId: Uuid;
  limits: Limits;
  reminderMinutes: number | null;
}

interface PauseTrading {
  accountId: Uuid;
  kind: PauseKind;
  endsAt: number;
}

/** The lock of the bankroll's slice keeps away what would change the figures that a first row begins with. */
const locked: Pick<Command<{ accountId: Uuid }, unknown>, 'refusals' | 'coins' | 'house' | 'rows'> = {
  refusals: [],
  coins: () => ['USDT'],
  house: ['bankroll'],
  rows: ({ accountId }) => [
    { table: personalLimits, id: accountId },
    { table: riskFigures, id: accountId },
  ],
};

export const changeLimits: Command<ChangeLimits, LimitsReply> = {
  ...locked,
  name: 'change-personal-limits',
  decide({ accountId, limits, reminderMinutes }, state) {
    return keep({ ...withLimits(rowOf(accountId, state), limits, state.now), reminderMinutes }, state);
  },
};

export const pauseTrading: Command<PauseTrading, LimitsReply> = {
  ...locked,
  name: 'pause-trading',
  decide({ accountId, kind, endsAt }, state) {
    const row = rowOf(accountId, state);
    const isLonger = !row.pause || row.pause.endsAt < endsAt;
    return keep(isLonger ? { ...row, pause: { kind, endsAt } } : row, state);
  },
};

/** What is tightened holds at once; what is loosened waits, and asking for something else begins the wait anew. */
export function withLimits(row: PersonalLimits, wanted: Limits, now: number): PersonalLimits {
  const before = limitsAt(row, now);
  const limits = {
    lossDay: tighter(before.lossDay, wanted.lossDay),
    lossWeek: tighter(before.lossWeek, wanted.lossWeek),
    lossMonth: tighter(before.lossMonth, wanted.lossMonth),
    stakeMax: tighter(before.stakeMax, wanted.stakeMax),
  };
  if (isSame(limits, wanted)) return { ...row, limits, next: null };
  const { next } = row;
  return { ...row, limits, next: next && isSame(next, wanted) ? next : { at: now + looseningMs, ...wanted } };
}

const isSame = (left: Limits, right: Limits): boolean =>
  left.lossDay === right.lossDay &&
  left.lossWeek === right.lossWeek &&
  left.lossMonth === right.lossMonth &&
  left.stakeMax === right.stakeMax;

const tighter = (before: Wad | null, wanted: Wad | null): Wad | null =>
  before === null || (wanted !== null && wanted < before) ? wanted : before;

function rowOf(accountId: Uuid, state: CommandState): PersonalLimits {
  const known = state.row(personalLimits, accountId);
  if (known) return known;
  const figures = state.row(riskFigures, accountId)!;
  const { now } = state;
  return {
    accountId,
    limits: { lossDay: null, lossWeek: null, lossMonth: null, stakeMax: null },
    next: null,
    reminderMinutes: null,
    pause: null,
    atRisk: figures.atRisk,
    countedAt: now,
    lost: lostIn(figures, now),
  };
}

function keep(row: PersonalLimits, state: CommandState): Decision<LimitsReply> {
  const isKnown = state.row(personalLimits, row.accountId) !== undefined;
  return {
    objectId: row.accountId,
    moves: [],
    writes: [isKnown ? updateRow(personalLimits, row) : insertRow(personalLimits, row)],
    reply: limitsMessage(row, state.now),
    events: [{ name: 'limits.changed', payload: row }],
  };
}
