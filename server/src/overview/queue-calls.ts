// What waits in the queues of all products.
import { hasOneOf, letsIn, listQueues, toInstant } from '@candor/wire';
import { bindOperator, type BoundCall } from '../kit/feature.ts';
import type { BoundQueue } from '../kit/product.ts';

export interface QueueParts {
  queues: () => readonly BoundQueue[];
}

export const queueCalls = ({ queues }: QueueParts): BoundCall[] => [
  bindOperator(listQueues, async (_, { operator }) => ({
    queues: await Promise.all(
      queues()
        .filter(({ list }) => letsIn(list, operator))
        .map(async ({ name, decidedBy, count }) => {
          const { waiting, inAll = waiting, oldestAt } = await count(operator);
          return {
            name,
            waiting: hasOneOf(decidedBy, operator) ? waiting : 0,
            in_all: inAll,
            oldest_at: oldestAt === null ? null : toInstant(oldestAt),
          };
        }),
    ),
  })),
];
