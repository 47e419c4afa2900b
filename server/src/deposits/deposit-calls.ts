// What customers ask of deposits: addresses, history, and in the demo test coins.
import { coinOn, networkNames, wadToUnits } from '@candor/chain';
import {
  findCoinAddressByAccount,
  formatAmount,
  getRechargeAddress,
  parseWireId,
  queryContractPayments,
  queryRechargeDetail,
  takeTestCoins,
  testCoinAmounts,
  toInstant,
  wad,
  wireId,
  zero,
  type Uuid,
} from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { bindSelf, type BoundCall, type SelfContext } from '../kit/feature.ts';
import { answerPage, firstPage } from '../kit/paged-list.ts';
import type { Pool } from '../kit/postgres.ts';
import type { AskEngine } from '../kit/product.ts';
import { refuse } from '../kit/refuse.ts';
import { addressOf, networkOfAddress } from './addresses.ts';
import type { SetUpNetworks } from '../chains/chain-settings.ts';
import { askForComparison } from './balance-store.ts';
import { readOpenOf } from './contract-payment-store.ts';
import { amountOf, depositMessage } from './deposit-row.ts';
import { networkShown, waysOf } from './deposit-ways.ts';
import { readDeposits, readStatuses, tipOf } from './store.ts';

export interface DepositCallParts {
  mode: 'demo' | 'production';
  pool: Pool;
  clock: Clock;
  newId: () => Uuid;
  askEngine: AskEngine;
  setUp: SetUpNetworks;
}

export const depositCalls = (parts: DepositCallParts): BoundCall[] => [
  bindSelf(findCoinAddressByAccount, async ({ coin_code: asset }, { session }) => {
    const ways = await waysOf({ ...parts, accountId: realAccount(session) });
    const list = ways.filter(({ coin_code: code }) => asset === '' || code === asset);
    return { TOTAL: list.length, RESULT_LIST: list };
  }),
  bindSelf(getRechargeAddress, ({ address_id: id }, { session }) => findAddress(id, realAccount(session), parts)),
  bindSelf(queryRechargeDetail, async ({ txid, ...page }, { session: { accountId } }) => {
    const [found, statuses] = await Promise.all([
      readDeposits(parts.pool, { accountId, txid }, page),
      readStatuses(parts.pool),
    ]);
    const list = found.rows.map((row) =>
      depositMessage(row, { network: networkShown(parts.setUp, row.network), tip: tipOf(statuses, row.network) }),
    );
    return answerPage(found, list);
  }),
  bindSelf(queryContractPayments, async ({ txid }, { session: { accountId } }) => {
    const asked = txid.trim().toLowerCase();
    if (/^0x[0-9a-f]{64}$/.test(asked)) await findByBalance(asked, accountId, parts);
    const rows = await readOpenOf(parts.pool, accountId);
    const list = rows.map((row) => {
      const network = networkShown(parts.setUp, row.network);
      return {
        payment_id: wireId('contractPayment', row.paymentId),
        coin_code: row.asset,
        network: row.network,
        network_title: network.title,
        address: row.address,
        amount: formatAmount(amountOf(network, row) ?? zero),
        found_at: toInstant(row.foundAt),
      };
    });
    return { TOTAL: list.length, RESULT_LIST: list };
  }),
  bindSelf(takeTestCoins, (wanted, { session }) =>
    parts.mode === 'demo' ? sendTestCoins(wanted, realAccount(session), parts) : refuse('demo-only'),
  ),
];

/** A transaction that is not a deposit may be one of a contract, which only the balance shows. Requests a comparison of balances. */
async function findByBalance(txid: string, accountId: Uuid, { pool, clock }: DepositCallParts): Promise<void> {
  const { total } = await readDeposits(pool, { accountId, txid }, firstPage(1));
  if (total === 0) await askForComparison(pool, { accountId, txid, now: clock.now() });
}

/** Bonus money never meets a chain. */
const realAccount = ({ accountId, book }: SelfContext['session']): Uuid =>
  book === 'real' ? accountId : refuse('experience-no-deposit');

async function findAddress(id: string, accountId: Uuid, { pool, newId, setUp }: DepositCallParts) {
  const addressId = parseWireId('depositAddress', id) ?? refuse('not-found');
  const name = (await networkOfAddress(pool, { accountId, addressId })) ?? refuse('not-found');
  const followed = setUp.get(name) ?? refuse('network-off', { reason: 'not-set-up' });
  const own =
    (await addressOf(pool, followed, { accountId, newId })) ?? refuse('network-off', { reason: 'other-chain' });
  const { title, coins } = followed.network;
  return {
    address_id: id,
    network: name,
    network_title: title,
    address: own.address,
    tag: own.tag,
    coins: coins.map(({ asset }) => asset),
  };
}

async function sendTestCoins(
  { coin_code: asset, network: wanted }: { coin_code: string; network: string },
  accountId: Uuid,
  { pool, newId, setUp, askEngine }: DepositCallParts,
): Promise<{ txid: string; amount: string; coin_code: string }> {
  const name = networkNames.find((each) => each === wanted) ?? refuse('network-off', { reason: 'not-built' });
  const followed = setUp.get(name);
  if (!followed?.isTest) return refuse('network-off', { reason: 'not-set-up' });
  const coin = coinOn(followed.network, asset);
  const amount = testCoinAmounts[asset];
  if (!coin || amount === undefined) return refuse('unknown-coin');
  const own =
    (await addressOf(pool, followed, { accountId, newId })) ?? refuse('network-off', { reason: 'other-chain' });
  const { units } = wadToUnits(wad(amount), coin.decimals);
  const { txid } = await askEngine('deposits.test-coins', {
    accountId,
    network: name,
    asset: coin.asset,
    address: own.tag === null ? own.address : `${own.address}-${own.tag}`,
    units,
  });
  return { txid, amount, coin_code: asset };
}
