import { queryOpeningEquity } from '@candor/wire';
import { eventRule } from '../data/event-rule.ts';
import { billLines } from './bill-list.ts';

export const events = [eventRule('balance', { refetches: [queryOpeningEquity], refetchesNewest: [billLines] })];
