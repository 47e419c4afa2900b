// What withdrawals go by here: how long holds last, and above which amounts a second person approves; the signer has limits of its own.
import type { SignerPolicy } from '@candor/chain';
import { holdMs, wad, type AssetCode, type Wad } from '@candor/wire';

/** In the demo a hold is short enough to be waited for. */
export const demoHoldMs = 10_000;
export const holdMsOf = (mode: 'demo' | 'production'): number => (mode === 'demo' ? demoHoldMs : holdMs);

const twoPersonsAbove: Readonly<Partial<Record<AssetCode, Wad>>> = {
  USDT: wad('1000'),
  ETH: wad('0.5'),
  BTC: wad('0.02'),
  TRX: wad('5000'),
  XRP: wad('1000'),
};

/** A coin without a limit is approved by two, whatever the amount. */
export const needsTwoPersons = (asset: AssetCode, amount: Wad): boolean => {
  const limit = twoPersonsAbove[asset];
  return limit === undefined || amount > limit;
};

/** Of the demo's signer: the same limits, in the smallest units of its chain. */
export const demoPolicy = ({ usdt, approvalKey }: { usdt: string; approvalKey: string }): SignerPolicy => ({
  chainId: 31_337n,
  usdt,
  approvalKey,
  feeMax: 20_000_000_000_000_000n,
  coins: {
    ETH: { twoPersonsAbove: 500_000_000_000_000_000n, dayMax: 100n * 10n ** 18n },
    USDT: { twoPersonsAbove: 1_000_000_000n, dayMax: 1_000_000n * 10n ** 6n },
  },
});
