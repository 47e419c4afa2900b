// The ledger's face: what customers may ask it, and what products hand it.
import {
  assetDecimals,
  findAccountCoinByTransaction,
  fitsDecimals,
  formatAmount,
  queryBills,
  toInstant,
  wireId,
  type AssetCode,
  type CustomerBucket,
  type Wad,
} from '@candor/wire';
import type { Hub } from '../feed/hub.ts';
import type { Bus } from '../kit/bus.ts';
import { bindSelf, type Feature } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import { houseBuckets, type Bucket } from './command.ts';
import { readBalances, readMoves } from './read-store.ts';
import type { BalanceRow } from './store.ts';

export function ledgerFeature({ pool, bus, hub }: { pool: Pool; bus: Bus; hub: Hub }): Feature {
  return {
    name: 'ledger',
    calls: [
      bindSelf(findAccountCoinByTransaction, async (_payload, { session }) => {
        const rows = await readBalances(pool, session.accountId);
        const list = rows.map(balanceMessage);
        return { TOTAL: list.length, RESULT_LIST: list };
      }),
      bindSelf(queryBills, async (payload, { session }) => {
        const { total, moves } = await readMoves(pool, {
          accountId: session.accountId,
          coin: payload.coin_code,
          limit: payload.pagesize,
          offset: (payload.current_page - 1) * payload.pagesize,
        });
        const list = moves.map((move) => ({
          entry_id: wireId('entry', move.entryId),
          leg: move.leg,
          at: toInstant(move.at),
          kind: move.kind,
          object_id: wireId(objectKindOf(move.kind), move.objectId),
          coin_code: move.coin,
          amount: formatAmount(move.amount),
          from: ownBucket(move.from),
          to: ownBucket(move.to),
          from_balance: move.fromAfter === null ? null : formatAmount(move.fromAfter),
          to_balance: move.toAfter === null ? null : formatAmount(move.toAfter),
        }));
        return { TOTAL: total, RESULT_LIST: list };
      }),
    ],
    async start() {
      bus.on('ledger.balance', (row) => {
        hub.notify(`account:${row.accountId}`, () => ({ action: 'balance', notify: balanceMessage(row) }));
      });
    },
  };
}

const balanceMessage = ({ coin, amounts }: BalanceRow) => ({
  coin_code: coin,
  qty: formatAmount(amounts.available),
  reserved: formatAmount(amounts.reserved),
  margin: formatAmount(amounts.margin),
  staked: formatAmount(amounts.staked),
});

/** The kind of a move begins with the product that it belongs to. */
const objectKindOf = (kind: string): 'option' | 'contract' | 'entry' =>
  kind.startsWith('option-') ? 'option' : kind.startsWith('contract-') ? 'contract' : 'entry';

const isHouse = new Set<Bucket>(houseBuckets);
const ownBucket = (bucket: Bucket): CustomerBucket | 'house' =>
  isHouse.has(bucket) ? 'house' : (bucket as CustomerBucket);

/** True if the amount has no more decimals than the coin allows. */
export const fitsPrecision = (amount: Wad, asset: AssetCode): boolean => fitsDecimals(amount, assetDecimals(asset));
