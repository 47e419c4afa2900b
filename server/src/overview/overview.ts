// What operators see of the business as a whole: what waits, what the house holds and could lose, its journal, and its invariants.
import {
  checkBooks,
  endLocks,
  exportJournal,
  exportOpenOrders,
  exportSetAside,
  getExposure,
  getHealth,
  getHouseHistory,
  listHouseAccounts,
  listJournal,
  listOpenOrders,
  listQueues,
  listSetAside,
  retrySetAside,
} from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import type { Pool } from '../kit/postgres.ts';
import { product, type OrderKind } from '../kit/product.ts';
import { beats } from './beats.ts';
import { hourlyCheck } from './check-books.ts';
import { healthCalls, setAsideQueue, type HealthParts } from './health-calls.ts';
import { historyCalls, houseSampling } from './history-calls.ts';
import { houseCalls } from './house-calls.ts';
import { journalCalls } from './journal-calls.ts';
import { queueCalls, type QueueParts } from './queue-calls.ts';

type OverviewParts = QueueParts &
  Parameters<typeof houseCalls>[0] &
  HealthParts & { orderKinds: () => readonly OrderKind[] };

export const overview = product({
  name: 'overview',
  consoleCalls: [
    {
      title: 'Overview',
      text: 'What waits and for how long, what somebody should look at now, and what runs the business.',
      operator: [listQueues, getHealth, endLocks, listSetAside, exportSetAside, retrySetAside],
    },
    {
      title: 'House',
      text: 'What the house holds, held and could lose, what is open, its journal, and whether all invariants hold.',
      operator: [
        listHouseAccounts,
        getHouseHistory,
        getExposure,
        listOpenOrders,
        exportOpenOrders,
        listJournal,
        exportJournal,
        checkBooks,
      ],
    },
  ],
  web: (parts: OverviewParts) => {
    const { jobs, stop } = beats(parts, 'web');
    return {
      calls: [
        ...queueCalls(parts),
        ...healthCalls(parts),
        ...houseCalls(parts),
        ...historyCalls(parts.pool, parts.orderKinds()),
        ...journalCalls(parts.pool),
      ],
      queues: [setAsideQueue(parts.pool)],
      jobs: [...jobs, hourlyCheck(parts), houseSampling(parts.pool)],
      stop,
    };
  },
  engine: (parts: { pool: Pool; clock: Clock }) => beats(parts, 'engine'),
});
