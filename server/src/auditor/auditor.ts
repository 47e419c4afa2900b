// What an auditor takes along and checks elsewhere, without this server or its database.
import { exportForAuditor, listCheckpoints } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import type { Pool } from '../kit/postgres.ts';
import { product } from '../kit/product.ts';
import { auditorCalls } from './auditor-calls.ts';

export const auditor = product({
  name: 'auditor',
  consoleCalls: [
    {
      title: 'Auditor',
      text: 'The whole audit log with what was decided, in one file; and the checkpoints of the public log.',
      operator: [exportForAuditor, listCheckpoints],
    },
  ],
  web: (parts: { pool: Pool; clock: Clock }) => ({ calls: auditorCalls(parts) }),
});
