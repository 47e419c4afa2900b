// Makes a signer's directory: the key, and a policy that its owner completes. Neither is ever overwritten.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NetworkName } from '../networks/networks.ts';
import { paymentsOn } from './payment-forms.ts';
import { writePolicy } from './signer-policy.ts';
import type { NetworkPolicy } from './signer-rules.ts';
import { openSignerStore } from './signer-store.ts';

/** Limits to start from. Without approvers it is no policy that anything is signed by. */
const examples: Readonly<Partial<Record<NetworkName, NetworkPolicy>>> = {
  bitcoin: {
    chain: { prefix: 'bc' },
    feeMax: 100_000n,
    coins: { BTC: { twoPersonsAbove: 5_000_000n, dayMax: 100_000_000n } },
  },
  ethereum: {
    chain: { chainId: '1', usdt: '0xdac17f958d2ee523a2206206994597c13d831ec7' },
    feeMax: 20_000_000_000_000_000n,
    coins: {
      ETH: { twoPersonsAbove: 500_000_000_000_000_000n, dayMax: 20_000_000_000_000_000_000n },
      USDT: { twoPersonsAbove: 1_000_000_000n, dayMax: 100_000_000_000n },
    },
  },
};
const examplePolicy = {
  networks: examples,
  rpId: 'console.candor.example',
  origin: 'https://console.candor.example',
  approvers: [],
};

/** Returns the wallets of the key on the networks of the example. */
export async function makeSigner(directory: string): Promise<{ network: string; wallet: string }[]> {
  writePolicy(directory, examplePolicy);
  const store = openSignerStore(directory);
  try {
    const made = Object.entries(examples).map(async ([name, { chain }]) => {
      const payments = paymentsOn(name as NetworkName, chain);
      await payments.load();
      return { network: name, wallet: payments.walletOf(store.key) };
    });
    return await Promise.all(made);
  } finally {
    store.close();
  }
}

/** Throws if the directory has no key: a signature of a new key is good for no payment. */
export function requireKey(directory: string): void {
  const file = join(directory, 'key');
  if (!existsSync(file))
    throw new Error(`${directory} has no key: npm run signer -- init ${directory}, or restore the key`);
  if (!/^[0-9a-f]{64}\n?$/.test(readFileSync(file, 'utf8'))) throw new Error(`${file} is no key of a signer`);
}
