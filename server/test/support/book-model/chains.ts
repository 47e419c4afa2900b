// Deposits and withdrawals, with a chain that says at once what the model wants.
import { networks } from '@candor/chain';
import { zero } from '@candor/wire';
import { accountHoldEnds } from '../../../src/accounts/hold-ends.ts';
import { bookDeposit, type Booking } from '../../../src/deposits/book-deposit.ts';
import { chainCursors, cursorIdOf, deposits, type DepositRow } from '../../../src/deposits/deposit-row.ts';
import { approveWithdrawalPayment, cancelWithdrawalRequest, refuseWithdrawalRequest } from '../../../src/withdrawals/decide-withdrawal.ts'; // oxfmt-ignore
import { requestWithdrawal } from '../../../src/withdrawals/request-withdrawal.ts';
import { withdrawalAddresses } from '../../../src/withdrawals/saved-address.ts';
import { settleWithdrawal } from '../../../src/withdrawals/settle-withdrawal.ts';
import { withdrawals as rows, type Withdrawal } from '../../../src/withdrawals/withdrawal.ts';
import { firstWithdrawalTerms } from '../first-terms.ts';
import { actors, ask, pick, usdtOf, type Actor, type Draw, type ModelProduct, type ModelStage } from './stage.ts';

const network = networks.ethereum;
const newest = { height: 7, hash: 'tip' };
const blockHash = 'block';
const payee = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

/** One of this account, made if it has none in this state. */
function depositOf(stage: ModelStage, actor: Actor, draw: Draw, state: DepositRow['state']): DepositRow | undefined {
  const isOwn = (each: DepositRow): boolean => each.accountId === actor.accountId && each.state === state;
  const known = stage.ledger.rows(deposits).find(isOwn);
  if (known || state !== 'seen') return known;
  const depositId = stage.ledger.ids.next();
  const row: DepositRow = {
    depositId,
    network: network.name,
    txid: depositId,
    ordinal: 0,
    asset: 'USDT',
    address: payee,
    tag: null,
    accountId: actor.accountId,
    units: String(1_000_000 * (1 + draw(2_000))),
    blockHeight: 1,
    blockHash,
    isCleared: true,
    seenAt: stage.now,
    state,
    onHold: zero,
    creditedAt: null,
  };
  stage.ledger.put(deposits, row);
  return row;
}

const stateFor = { credit: 'seen', freeze: 'credited', release: 'frozen' } as const satisfies Record<Booking, DepositRow['state']>; // oxfmt-ignore

function withdrawalOf(stage: ModelStage, actor: Actor, draw: Draw, state: Withdrawal['state']) {
  const withdrawal = stage.own(rows, actor, draw, (each) => each.state === state);
  if (!withdrawal) return undefined;
  const { withdrawalId, asset } = withdrawal;
  return { withdrawal, named: { accountId: actor.accountId, withdrawalId, asset } };
}

export const chains: ModelProduct = {
  begin({ ledger, now }) {
    ledger.put(chainCursors, { cursorId: cursorIdOf(network.name), network: network.name, identity: 'model', startHeight: 0, ...newest });
    for (const { accountId } of actors) {
      ledger.put(accountHoldEnds, { accountId, heldUntil: null });
      const address = { network: network.name, asset: 'USDT', address: payee, alias: 'mine', addedAt: now, usableAt: now } as const;
      ledger.put(withdrawalAddresses, { accountId, addressId: accountId, ...address, deletedAt: null });
    }
  },
  plays: [
    {
      command: bookDeposit,
      play(stage, actor, draw) {
        const booking = pick(draw, ['credit', 'credit', 'freeze', 'release'] as const);
        const deposit = depositOf(stage, actor, draw, stateFor[booking]);
        const named = { accountId: actor.accountId, asset: 'USDT', network, booking, blockHash, newest } as const;
        return deposit && ask(bookDeposit, actor, { depositId: deposit.depositId, ...named });
      },
    },
    {
      command: requestWithdrawal,
      play(_, actor, draw) {
        const wanted = { isVerified: true, network, asset: 'USDT', addressId: actor.accountId, amount: usdtOf(draw, 20, 900), terms: firstWithdrawalTerms } as const;
        return ask(requestWithdrawal, actor, { ...actor, ...wanted, mode: 'demo' });
      },
    },
    {
      command: cancelWithdrawalRequest,
      play(stage, actor, draw) {
        const found = withdrawalOf(stage, actor, draw, 'review');
        return found && ask(cancelWithdrawalRequest, actor, found.named);
      },
    },
    {
      command: approveWithdrawalPayment,
      weight: 2,
      play(stage, actor, draw) {
        const found = withdrawalOf(stage, actor, draw, 'review');
        return found && ask(approveWithdrawalPayment, actor, { ...found.named, by: 'olga', proposal: null, approvals: [] });
      },
    },
    {
      command: refuseWithdrawalRequest,
      play(stage, actor, draw) {
        const found = withdrawalOf(stage, actor, draw, 'review');
        return found && ask(refuseWithdrawalRequest, actor, { ...found.named, by: 'olga', reason: 'address-doubtful' });
      },
    },
    {
      command: settleWithdrawal,
      weight: 3,
      play(stage, actor, draw) {
        const found = withdrawalOf(stage, actor, draw, 'approved');
        if (!found) return undefined;
        const { withdrawal, named } = found;
        // What the payer writes, who moves no money.
        if (withdrawal.accountId === actor.accountId) stage.ledger.put(rows, { ...withdrawal, state: 'broadcast', txid: '0x1' });
        return ask(settleWithdrawal, actor, { ...named, txid: '0x1', isGood: draw(3) > 0 });
      },
    },
  ],
}; // oxfmt-ignore
