// Purchases where time decides.
import type { EnginePart } from '../kit/product.ts';
import { bindDue } from '../ledger/due-work.ts';
import { endOfTime } from './change-purchase.ts';

export const purchasesEngine = (): EnginePart => ({
  dueWork: [bindDue('purchase-time', endOfTime, (due) => ({ due }))],
});
