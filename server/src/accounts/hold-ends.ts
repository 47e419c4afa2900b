// Until when what protects an account holds its withdrawals back: one row of each account, which the database writes with every hold.
import { instant, uuid } from '../kit/columns.ts';
import { table } from '../kit/table.ts';

/** A command that lets value leave the account names its row: the lock keeps a hold from beginning while it decides. */
export const accountHoldEnds = table('account_hold_ends', {
  key: { accountId: uuid },
  fixed: { heldUntil: instant.orNull },
});
