// Two operators decide that a payment is given back to its customer.
import type { Uuid } from '@candor/wire';
import { inTransaction } from '../../src/kit/in-transaction.ts';
import { approvedProposal } from './acts.ts';
import type { WithdrawalsStage } from './withdrawals-stage.ts';

export async function giveBack(stage: WithdrawalsStage, accountId: Uuid): Promise<void> {
  const { pool } = stage.ledger;
  const act = stage.product().acts.find(({ act: { kind } }) => kind === 'give-back-payment')!;
  const body = { withdraw_id: (await stage.list(accountId))[0]!.withdraw_id };
  const facts = await act.facts(body, pool);
  const proposalId = await approvedProposal(pool, { kind: 'give-back-payment', body, facts });
  await inTransaction(pool, (database) =>
    act.carryOut({ proposalId, body, facts, maker: 'anna', checker: 'ben' }, database),
  );
}
