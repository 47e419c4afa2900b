// The signer's policy as its owner writes it: JSON with amounts as whole numbers of the smallest unit, in text.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readApprovalPolicy } from './approval-policy.ts';
import type { SignerPolicy } from './signer-rules.ts';

const fileOf = (directory: string): string => join(directory, 'policy.json');

/** Throws for everything that is not plainly a policy: a signer without one does not start. */
export function readPolicy(directory: string): SignerPolicy {
  const policy = record(JSON.parse(readFileSync(fileOf(directory), 'utf8')));
  const { chainId, usdt, feeMax, coins } = policy;
  return {
    chainId: units(chainId),
    usdt: matching(usdt, /^0x[0-9a-f]{40}$/),
    ...readApprovalPolicy(policy, units(chainId)),
    feeMax: units(feeMax),
    coins: Object.fromEntries(
      Object.entries(record(coins)).map(([asset, value]) => {
        const { twoPersonsAbove, dayMax } = record(value);
        return [asset, { twoPersonsAbove: units(twoPersonsAbove), dayMax: units(dayMax) }];
      }),
    ),
  };
}

/** For a demo, and for whoever sets a signer up; one that is there already stays. */
export function writePolicy(directory: string, policy: SignerPolicy): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
  if (existsSync(fileOf(directory))) return;
  const text = JSON.stringify(policy, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value), 2); // oxfmt-ignore
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
