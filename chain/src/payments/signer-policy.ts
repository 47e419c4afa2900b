// The signer's policy as its owner writes it: JSON with amounts as whole numbers of the smallest unit, in text.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { networkNames, type NetworkName } from '../networks/networks.ts';
import { readApprovalPolicy } from './approval-policy.ts';
import type { ChainText } from './payment-chains.ts';
import { paymentsOn } from './payment-forms.ts';
import type { NetworkPolicy, SignerPolicy } from './signer-rules.ts';

const fileOf = (directory: string): string => join(directory, 'policy.json');

/** Throws for everything that is not plainly a policy: a signer without one does not start. */
export function readPolicy(directory: string): SignerPolicy {
  const policy = record(JSON.parse(readFileSync(fileOf(directory), 'utf8')));
  const limits = Object.entries(record(networksOf(policy))).map(([name, value]) => {
    const network = networkNames.find((each) => each === name);
    if (!network) throw new Error(`policy.json: ${name} is no network`);
    return [network, readLimits(value)] as const;
  });
  if (limits.length === 0) throw new Error('policy.json: networks names no network');
  const isDevelopment = limits.every(([network, { chain }]) => paymentsOn(network, chain).isDevelopment);
  return { networks: Object.fromEntries(limits), ...readApprovalPolicy(policy, { isDevelopment }) };
}

/** A policy of earlier versions has the chain, the fee and the coins of Ethereum where `networks` is now. */
function networksOf({ networks, chainId, usdt, feeMax, coins }: Record<string, unknown>): unknown {
  if (networks === undefined) return { ethereum: { chain: { chainId, usdt }, feeMax, coins } };
  if ([chainId, usdt, feeMax, coins].some((value) => value !== undefined))
    throw new Error('policy.json: move chainId, usdt, feeMax and coins into networks.ethereum');
  return networks;
}

function readLimits(value: unknown): NetworkPolicy {
  const { chain, feeMax, coins } = record(value);
  return {
    chain: record(chain) as ChainText,
    feeMax: units(feeMax),
    coins: Object.fromEntries(
      Object.entries(record(coins)).map(([asset, coin]) => {
        const { twoPersonsAbove, dayMax } = record(coin);
        return [asset, { twoPersonsAbove: units(twoPersonsAbove), dayMax: units(dayMax) }];
      }),
    ),
  };
}

/** Returns the networks that a signer signs for, with its limits of each. */
export const limitsByNetwork = ({ networks }: SignerPolicy): [NetworkName, NetworkPolicy][] =>
  networkNames.flatMap((name) => (networks[name] ? [[name, networks[name]]] : []));

/** For a demo, and for whoever sets a signer up; one that is there already stays. */
export function writePolicy(directory: string, policy: SignerPolicy): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
  if (existsSync(fileOf(directory))) return;
  const text = JSON.stringify(
    policy,
    (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
    2,
  );
  writeFileSync(fileOf(directory), `${text}\n`, { mode: 0o600 });
}

function record(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new Error('a policy has an object here');
}
function matching(value: unknown, form: RegExp): string {
  if (typeof value === 'string' && form.test(value)) return value;
  throw new Error(`a policy has ${form.source} here`);
}
const units = (value: unknown): bigint => BigInt(matching(value, /^(0|[1-9]\d{0,59})$/));
