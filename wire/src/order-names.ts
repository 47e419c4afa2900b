// What customers order, by the kinds of the orders' ids: operators have words for each.
import { z } from 'zod';

export const orderName = z.enum(['option', 'contract', 'swap', 'pledge', 'loan', 'withdrawal', 'purchase', 'ticket']);
export type OrderName = z.infer<typeof orderName>;
