// The public log: what concerns everybody can be read by everybody, and not be rewritten without showing.
import { getLogCheckpoint, getLogCheckpoints, getLogConsistency, getLogEntries, getLogInclusion } from '@candor/wire';
import type { Pool } from '../kit/postgres.ts';
import { product } from '../kit/product.ts';
import { publicLogInvariants } from './invariants.ts';
import { publicLogWeb } from './public-log-web.ts';
import { signCheckpoints } from './sign-checkpoints.ts';

export const publicLog = product({
  name: 'public-log',
  calls: [
    {
      title: 'Public log',
      text: 'Configuration, corrections, halts and the house’s money, in a log whose past can’t be changed unseen.',
      anyone: [getLogCheckpoint, getLogCheckpoints, getLogEntries, getLogInclusion, getLogConsistency],
    },
  ],
  invariants: publicLogInvariants,
  web: (parts: { pool: Pool }) => publicLogWeb(parts),
  engine: (parts: { pool: Pool; signingKey: string }) => ({ jobs: [signCheckpoints(parts)] }),
});
