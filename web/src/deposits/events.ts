// What becomes of one's own deposits when a block is added, or one is credited.
import { eventRule } from '../data/event-rule.ts';
import { depositList } from './deposit-list.ts';

export const events = [eventRule('deposit', { list: depositList })];
