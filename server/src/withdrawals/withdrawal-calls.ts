// What customers ask of withdrawals: what can leave, asking for one, taking it back, and the history.
import { coinOn, networks, wadToUnits } from '@candor/chain';
import { addWithdraw, cancelWithdraw, formatAmount, parseAmount, parseWireId, queryWithdrawTerms, selectWithdraw, withdrawalParts, type AssetCode, type Uuid, type Wad, type WithdrawalMessage } from '@candor/wire'; // oxfmt-ignore
import type { Accounts } from '../accounts/create-accounts.ts';
import { bindSelf, type BoundCall, type SelfContext } from '../kit/feature.ts';
import { answerPage } from '../kit/paged-list.ts';
import type { AskEngine } from '../kit/product.ts';
import { Refusal, refuse } from '../kit/refuse.ts';
import { fitsPrecision } from '../ledger/fits-precision.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { latenessOf } from '../ledger/lateness.ts';
import { refusePayee } from './ask-payee.ts';
import { cancelWithdrawalRequest } from './decide-withdrawal.ts';
import { isOurs } from './own-address.ts';
import { requestWithdrawal, type WantedWithdrawal } from './request-withdrawal.ts';
import { findAddress, findOwnWithdrawal, readOwnWithdrawals, readPayStatuses } from './store.ts';
import { termsNow } from './terms.ts';
import { withdrawalMessage, type Withdrawal } from './withdrawal.ts';
import { describeTerms, type TermsParts } from './withdrawal-ways.ts';

export interface WithdrawalCallParts extends TermsParts {
  lanes: Lanes;
  askEngine: AskEngine;
  accounts: Pick<Accounts, 'holdsOf' | 'checkTradePassword' | 'proveBesidesPassword'>;
}

const messageOf = (row: Withdrawal): WithdrawalMessage => withdrawalMessage(row, networks[row.network].title);

export const withdrawalCalls = (parts: WithdrawalCallParts): BoundCall[] => [
  bindSelf(queryWithdrawTerms, (_payload, { session }) => describeTerms(session.accountId, parts)),
  bindSelf(selectWithdraw, async ({ withdraw_id: id, ...page }, { session: { accountId } }) => {
    if (id !== '') return { TOTAL: 1, RESULT_LIST: [messageOf(await findOwn(id, accountId, parts))] };
    const found = await readOwnWithdrawals(parts.pool, accountId, page);
    return answerPage(found, found.rows.map(messageOf));
  }),
  bindSelf(addWithdraw, (payload, context) => ask(payload, context, parts)),
  bindSelf(cancelWithdraw, async ({ withdraw_id: id }, context) => {
    const { session: { accountId, book }, idempotency, receivedAt } = context;
    const { withdrawalId, asset } = await findOwn(id, accountId, parts);
    const input = { accountId, withdrawalId, asset };
    await parts.lanes.submit({ command: cancelWithdrawalRequest, accountId, book, input, idempotency, receivedAt }); // oxfmt-ignore
    return messageOf((await findOwnWithdrawal(parts.pool, accountId, withdrawalId))!);
  }),
]; // oxfmt-ignore

async function findOwn(id: string, accountId: Uuid, { pool }: WithdrawalCallParts): Promise<Withdrawal> {
  const withdrawalId = parseWireId('withdrawal', id) ?? refuse('not-found');
  return (await findOwnWithdrawal(pool, accountId, withdrawalId)) ?? refuse('not-found');
}

interface Asked {
  coin_code: string;
  withdraw_money: string;
  fee: string;
  withdraw_address: string;
  user_paypass: string;
  code: string;
}

/** A request that is repeated finds its reply, though its code is used up: what stands against it is the answer only to a new one. */
async function ask(asked: Asked, context: SelfContext, parts: WithdrawalCallParts): Promise<WithdrawalMessage> {
  const { session: { accountId, book }, idempotency, receivedAt } = context; // oxfmt-ignore
  const common = { command: requestWithdrawal, accountId, book, idempotency, receivedAt };
  // What comes too late uses up no code.
  const lateness = latenessOf(idempotency, receivedAt);
  const wanted =
    lateness ??
    (await readWanted(asked, context, parts).catch((error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    }));
  return wanted instanceof Refusal ? parts.lanes.refuse(common, wanted) : parts.lanes.submit({ ...common, input: wanted }); // oxfmt-ignore
}

async function readWanted(asked: Asked, context: SelfContext, parts: WithdrawalCallParts): Promise<WantedWithdrawal> {
  const { accountId, book, isVerified } = context.session;
  if (book !== 'real') refuse('experience-no-withdrawal');
  const { pool, setUp, accounts, mode } = parts;
  const addressId = parseWireId('withdrawalAddress', asked.withdraw_address) ?? refuse('not-found');
  const address = (await findAddress(pool, accountId, addressId)) ?? refuse('not-found');
  if (address.asset !== asked.coin_code) refuse('not-found');
  const amount = amountOf(asked.withdraw_money, address.asset);
  const terms = termsNow(parts.terms, address.asset);
  // Before anything is proven: whoever looks at the new fee and agrees has a code left for it.
  refuseDearer(asked.fee, withdrawalParts(amount, address.asset, terms.feeRate).fee);
  const fault = setUp.pays(address.network);
  if (fault !== '') refuse('network-off', { reason: fault });
  const status = (await readPayStatuses(pool)).find(({ network }) => network === address.network);
  if (status?.state === 'off') refuse('network-off', { reason: status.reason });
  // One that was nobody's when it was stored may have become a customer's to deposit to.
  if (await isOurs(address.address, address.network, parts)) refuse('address-ours');
  const { network } = setUp.get(address.network)!;
  const { net } = withdrawalParts(amount, address.asset, terms.feeRate);
  const { units } = wadToUnits(net, coinOn(network, address.asset)!.decimals);
  await refusePayee({ ...address, units: String(units) }, parts.askEngine);
  await prove(asked, context, accounts);
  return { accountId, book, isVerified, network, asset: address.asset, addressId, amount, terms, mode };
}

async function prove(
  { user_paypass: password, code }: Asked,
  context: SelfContext,
  accounts: WithdrawalCallParts['accounts'],
): Promise<void> {
  const verdict = await accounts.checkTradePassword(context.session.accountId, password);
  if (verdict.kind === 'none') refuse('trade-password-missing');
  if (verdict.kind === 'wrong') refuse('trade-password-wrong');
  if (verdict.kind === 'locked') refuse('trade-password-locked');
  await accounts.proveBesidesPassword('withdrawal', { code }, context);
}

function refuseDearer(shown: string, fee: Wad): void {
  if (shown === '') return;
  const confirmed = parseAmount(shown) ?? refuse('amount-malformed', { field: 'fee' });
  if (fee > confirmed) refuse('withdrawal-fee-risen', { fee: formatAmount(fee) });
}

function amountOf(text: string, asset: AssetCode): Wad {
  const amount = parseAmount(text) ?? refuse('amount-malformed', { field: 'withdraw_money' });
  if (!fitsPrecision(amount, asset)) refuse('too-many-decimals', { field: 'withdraw_money', decimals: String(asset === 'USDT' ? 4 : 8) }); // oxfmt-ignore
  return amount > 0n ? amount : refuse('amount-malformed', { field: 'withdraw_money', amount: formatAmount(amount) });
}
