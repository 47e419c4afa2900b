// Paying wallets as operators see them: where to fund them, what they have, and what withdrawals need.
import { bitcoinPrefixes, fundingBranch, networks, openBitcoinWallet, unitsToWad, type BaseUnits, type NetworkName } from '@candor/chain'; // oxfmt-ignore
import { formatAmount, listWallets, toInstant, zero, type PayingWallet } from '@candor/wire';
import { setUpNetworks, type ChainSettings } from '../chains/chain-settings.ts';
import { bindOperator, type BoundCall } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import { readHoldings, readNeeds, readPayingWallets } from './wallet-store.ts';

export interface WalletsDeskParts {
  pool: Pool;
  chains: ChainSettings;
}

type Paying = Awaited<ReturnType<typeof readPayingWallets>>[number];
type Holding = Awaited<ReturnType<typeof readHoldings>>[number];
type Need = Awaited<ReturnType<typeof readNeeds>>[number];

export const walletCalls = ({ pool, chains }: WalletsDeskParts): BoundCall[] => {
  const setUp = setUpNetworks(chains);
  return [
    bindOperator(listWallets, async () => {
      const [wallets, holdings, needs] = await Promise.all([readPayingWallets(pool), readHoldings(pool), readNeeds(pool)]); // oxfmt-ignore
      const paying = wallets.filter(({ network }) => setUp.pays(network) === '' && setUp.get(network));
      return {
        wallets: paying.map((wallet) =>
          describe(wallet, { holdings, needs, isTest: setUp.get(wallet.network)!.isTest }),
        ),
      };
    }),
  ];
};

function describe(
  { network: name, state, reason, wallet, oldestAt }: Paying,
  { holdings, needs, isTest }: { holdings: readonly Holding[]; needs: readonly Need[]; isTest: boolean },
): PayingWallet {
  const network = networks[name];
  return {
    network: network.title,
    is_test: isTest,
    state,
    reason,
    fund_to: wallet === null ? null : fundedAddress(name, { wallet, isTest }),
    oldest_at: oldestAt === null ? null : toInstant(oldestAt),
    coins: network.coins.map(({ asset, decimals }) => {
      const isOfCoin = (each: { network: string; asset: string }) => each.network === name && each.asset === asset;
      const [held, need] = [holdings.find(isOfCoin), needs.find(isOfCoin)];
      const shown = (units: string | bigint): string => formatAmount(unitsToWad(BigInt(units) as BaseUnits, decimals) ?? zero); // oxfmt-ignore
      return {
        coin_code: asset,
        held: held ? shown(held.units) : null,
        read_at: held ? toInstant(held.readAt) : null,
        under_way: shown(need?.underWay ?? '0'),
        approved: shown(need?.approved ?? '0'),
        requested: shown(need?.requested ?? '0'),
        // The demo's bank fills the wallet for each approved payment.
        is_low: !isTest && held !== undefined && isLow(held, need),
      };
    }),
  };
}

/** Payments under way are left out: once a block has them, the wallet does not have their amounts any more. */
const isLow = ({ units }: Pick<Holding, 'units'>, need: Pick<Need, 'requested' | 'approved'> | undefined): boolean =>
  need !== undefined && BigInt(units) < BigInt(need.requested) + BigInt(need.approved);

/** A wallet of Bitcoin is an account of many addresses; its first one is for funding. */
function fundedAddress(network: NetworkName, { wallet, isTest }: { wallet: string; isTest: boolean }): string {
  if (network !== 'bitcoin') return wallet;
  const prefix = isTest ? bitcoinPrefixes.demo : bitcoinPrefixes.main;
  return openBitcoinWallet(wallet, prefix).addressAt({ branch: fundingBranch, index: 0 });
}
