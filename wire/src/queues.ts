// What waits for operators, on the wire: how much of each queue, and since when.
import { z } from 'zod';
import { defineEndpoint, instant } from './endpoint.ts';
import { operatorRoles } from './operator-roles.ts';

const queue = z.object({
  /** As the console calls its page. */
  name: z.string(),
  /** Cases that you may decide on now. */
  waiting: z.number().int(),
  /** All that wait for somebody, and since when the oldest does. */
  in_all: z.number().int(),
  oldest_at: instant.nullable(),
});
export type QueueState = z.infer<typeof queue>;

export const listQueues = defineEndpoint({
  method: 'GET',
  path: '/api/queues',
  summary: 'What waits in each queue that you may list, how much of it for you, and since when.',
  who: { operator: operatorRoles },
  payload: z.strictObject({}),
  reply: z.object({ queues: z.array(queue) }),
  refusals: [],
});
