// Work that waits without an alarm, planted to see whether the harness finds it: a deposit in a block that never gets deep enough.
import { runAsOwner } from '../as-owner.ts';

export const plantStuck = (dataDirectory: string): Promise<void> =>
  runAsOwner(
    dataDirectory,
    `insert into deposits (deposit_id, network, txid, ordinal, asset, address, account_id, units, state, block_height, block_hash, seen_at)
     select gen_random_uuid(), 'ethereum', '0x' || repeat('ab', 32), 0, 'ETH', '0x' || repeat('ab', 20), account_id, '1', 'seen',
       1000000000, '0x' || repeat('cd', 32), now() - interval '10 minutes' from accounts limit 1`,
  );
