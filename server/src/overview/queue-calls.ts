// What waits in the queues of all products.
import { listQueues, toInstant } from '@candor/wire';
import { bindOperator, type BoundCall } from '../kit/feature.ts';
import type { BoundQueue } from '../kit/product.ts';

export interface QueueParts {
  queues: () => readonly BoundQueue[];
}

export const queueCalls = ({ queues }: QueueParts): BoundCall[] => [
  bindOperator(listQueues, async (_, { operator }) => ({
    queues: await Promise.all(
      queues().map(async ({ name, count }) => {
        const { waiting, oldestAt } = await count(operator);
        return { name, waiting, oldest_at: oldestAt === null ? null : toInstant(oldestAt) };
      }),
    ),
  })),
];
