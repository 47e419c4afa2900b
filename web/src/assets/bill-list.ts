import { queryBills } from '@candor/wire';
import type { Bill } from '@candor/wire';
import { cachedList } from '../data/cached-list.ts';

export const billLines = cachedList<Bill>(queryBills, { idOf: ({ entry_id, leg }) => `${entry_id} ${leg}` });
