// Products as somebody might add them who thinks of one book: the model has to find what each of them does to real money.
import { add, zero, type Uuid, type Wad } from '@candor/wire';
import { amount, integer, uuid } from '../../../src/kit/columns.ts';
import { Refusal } from '../../../src/kit/refuse.ts';
import { table } from '../../../src/kit/table.ts';
import { insertRow, updateRow, type Command } from '../../../src/ledger/command.ts';
import { ask, usdtOf, type ModelProduct } from './stage.ts';

const potId = '00000000-0000-8000-a000-000000000001' as Uuid;
const rows = () => [{ table: toyPots, id: potId }];
const toyPots = table('toy_pots', { key: { potId: uuid }, changing: { held: amount, places: integer } });
const emptyPot = { potId, held: zero, places: 0 };

/** Whoever fills the pot fills it for all, and each book pays what the pot says. */
const fillPot: Command<{ amount: Wad }, null> = {
  name: 'fill-toy-pot',
  refusals: [],
  coins: () => ['USDT'],
  house: ['fees'],
  rows,
  decide({ amount: given }, state) {
    if (state.balance('USDT').available < given) return new Refusal('insufficient-balance');
    const pot = state.row(toyPots, potId);
    const filled = { ...(pot ?? emptyPot), held: add(pot?.held ?? zero, given) };
    return {
      objectId: potId,
      moves: [{ kind: 'loan-cost', coin: 'USDT', from: 'available', to: 'fees', amount: given }],
      writes: [pot ? updateRow(toyPots, filled) : insertRow(toyPots, filled)],
      reply: null,
    };
  },
};

const emptyThePot: Command<null, { taken: Wad }> = {
  name: 'empty-toy-pot',
  refusals: [],
  coins: () => ['USDT'],
  house: ['fees'],
  rows,
  decide(_, state) {
    const pot = state.row(toyPots, potId);
    const [held, fees] = [pot?.held ?? zero, state.house('fees', 'USDT')];
    const taken = held < fees ? held : fees;
    if (!pot || taken === zero) return { objectId: potId, moves: [], reply: { taken: zero } };
    return {
      objectId: potId,
      moves: [{ kind: 'pledge-income', coin: 'USDT', from: 'fees', to: 'available', amount: taken }],
      writes: [updateRow(toyPots, { ...pot, held: zero })],
      reply: { taken },
    };
  },
};

export const pots: ModelProduct = {
  plays: [
    { command: fillPot, play: (_, actor, draw) => ask(fillPot, actor, { amount: usdtOf(draw, 1, 100) }) },
    { command: emptyThePot, play: (_, actor) => ask(emptyThePot, actor, null) },
  ],
};

/** Three in all may have a place: whoever plays with bonus money can leave none. */
const takePlace: Command<null, { place: number }> = {
  name: 'take-toy-place',
  refusals: [],
  coins: () => [],
  house: [],
  rows,
  decide(_, state) {
    const pot = state.row(toyPots, potId);
    const place = (pot?.places ?? 0) + 1;
    if (place > 3) return new Refusal('tickets-sold-out');
    const taken = { ...(pot ?? emptyPot), places: place };
    const writes = [pot ? updateRow(toyPots, taken) : insertRow(toyPots, taken)];
    return { objectId: potId, moves: [], writes, reply: { place } };
  },
};

export const places: ModelProduct = {
  plays: [{ command: takePlace, play: (_, actor) => ask(takePlace, actor, null) }],
};
