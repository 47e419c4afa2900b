// Every coin and network with whether it can be withdrawn there now, and how much.
import { coinOn, networks, networksOf } from '@candor/chain';
import { formatAmount, toInstant, zero, type AssetCode, type Uuid, type WithdrawalWay } from '@candor/wire'; // oxfmt-ignore
import type { Accounts } from '../accounts/create-accounts.ts';
import { chainAssets, type SetUpNetworks } from '../chains/chain-settings.ts';
import type { Clock } from '../kit/clock.ts';
import type { Pool } from '../kit/postgres.ts';
import type { Settings } from '../kit/settings.ts';
import { readDebt } from '../ledger/debt.ts';
import { endOfHold, type Hold } from './holds.ts';
import { freeOf } from './request-withdrawal.ts';
import { readAvailable, readPayStatuses } from './store.ts';
import { holdMsOf, termsNow, type WithdrawalTerms } from './terms.ts';

export interface TermsParts {
  mode: 'demo' | 'production';
  pool: Pool;
  clock: Clock;
  setUp: SetUpNetworks;
  accounts: Pick<Accounts, 'holdsOf'>;
  terms: Pick<Settings<WithdrawalTerms>, 'inForce'>;
}

export async function describeTerms(accountId: Uuid, { mode, pool, clock, setUp, accounts, terms }: TermsParts) {
  const now = clock.now();
  const [statuses, balances, owed, holds] = await Promise.all([
    readPayStatuses(pool),
    readAvailable(pool, accountId),
    readDebt(pool, accountId, now),
    accounts.holdsOf(accountId),
  ]);
  const availableOf = (asset: AssetCode) => balances.find(({ coin }) => coin === asset)?.available ?? zero;
  const usdt = availableOf('USDT');
  const ways = chainAssets.flatMap((asset) =>
    networksOf(asset).map((network): WithdrawalWay => {
      const coin = coinOn(network, asset)!;
      const { minAmount, feeRate } = termsNow(terms, asset);
      const payable = setUp.pays(network.name);
      const status = statuses.find((each) => each.network === network.name);
      return {
        coin_code: asset,
        network: network.name,
        network_title: networks[network.name].title,
        token_standard: coin.isToken ? (network.tokenStandard ?? null) : null,
        has_tag: network.hasTags,
        state: payable === '' ? (status?.state ?? 'starting') : 'off',
        reason: payable === '' ? (status?.reason ?? '') : payable,
        is_test: setUp.get(network.name)?.isTest ?? false,
        min: formatAmount(minAmount),
        fee_share: formatAmount(feeRate),
        available: formatAmount(freeOf({ asset, available: availableOf(asset), usdt, owed })),
      };
    }),
  );
  return {
    ways,
    hold_seconds: holdMsOf(mode) / 1_000,
    holds: holds
      .map((hold): Hold => ({ ...hold, endsAt: endOfHold(hold.endsAt, mode) }))
      .filter(({ endsAt }) => endsAt > now)
      .map(({ reason, endsAt }) => ({ reason, ends_at: toInstant(endsAt) })),
    owed: formatAmount(owed),
  };
}
