import { eventRule } from '../data/event-rule.ts';
import { noteMarketState } from './market-states.ts';

export const events = [eventRule('market', { apply: ({ coin, state }) => noteMarketState(coin, state) })];
