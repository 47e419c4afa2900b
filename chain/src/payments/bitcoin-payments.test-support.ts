// A wallet of Bitcoin for tests, with outputs that it can spend.
import { bitcoinPayment } from './bitcoin-payment.ts';
import { walletOf, type SpentOutput, type UnsignedBitcoin } from './bitcoin-psbt.ts';
import { scriptOfAddress } from '../addresses/bitcoin-script.ts';

export const chain = { prefix: 'bc' };
export const secret = new Uint8Array(32).fill(7);
export const xpub = bitcoinPayment.walletOf(secret, chain);
export const wallet = walletOf({ wallet: xpub, prefix: 'bc' });

/** One address of each form. */
export const payees = [
  '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
  '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
  'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
] as const;
export const scriptOf = (address: string): Uint8Array => scriptOfAddress(address, 'bc')!;

export const output = (seed: number, units: bigint, more: Partial<SpentOutput> = {}): SpentOutput => ({
  txid: seed.toString(16).padStart(64, '0'),
  vout: 0,
  units,
  path: { branch: 0, index: 0 },
  ...more,
});

export const paymentOf = (more: Partial<UnsignedBitcoin> = {}): UnsignedBitcoin => ({
  inputs: [output(1, 60_000n), output(2, 50_000n, { vout: 3, path: { branch: 1, index: 4 } })],
  payee: { script: scriptOf(payees[2]), units: 70_000n },
  change: { path: { branch: 1, index: 5 }, units: 39_000n },
  ...more,
});
