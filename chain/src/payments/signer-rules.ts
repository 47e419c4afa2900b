// Whether the signer signs. Pure: it believes nothing that it is told besides approvals, reads the bytes itself, and counts what it has signed.
import type { ApprovalPolicy } from './approval-policy.ts';
import type { Payment } from './payment.ts';
import type { ReadApproval } from './read-approvals.ts';
import { raisedFee, type ReadTransfer } from './transfer.ts';

/** What its owner has set, in a file that only the signer's own user can write. */
export type SignerPolicy = SignerLimits & ApprovalPolicy;
export interface SignerLimits {
  chainId: bigint;
  /** The contract of USDT, with small digits. */
  usdt: string;
  /** The most that one transfer may cost on its way, in wei. */
  feeMax: bigint;
  coins: Readonly<Partial<Record<string, CoinPolicy>>>;
}
export interface CoinPolicy {
  /** Above this a second person approves. */
  twoPersonsAbove: bigint;
  /** The most of all that is signed within 24 hours. */
  dayMax: bigint;
}

/** What was signed before. */
export interface Signed {
  id: string;
  unsigned: string;
  nonce: bigint;
  asset: string;
  units: bigint;
  at: number;
}

export const signerRefusals = [
  /** The bytes are no transfer that this signer knows, or of another chain. */
  'not-a-transfer',
  /** The bytes pay another amount, coin or address than was approved. */
  'not-as-approved',
  'unknown-coin',
  /** Of those who are named somebody has not approved exactly this. */
  'false-approval',
  /** An approval is by a passkey that the policy does not name. */
  'unknown-approver',
  'same-person-twice',
  'too-few-approvals',
  'fee-too-high',
  'day-limit',
  /** The payment was already signed with another nonce. */
  'signed-otherwise',
  /** The payment was already signed, and the new bytes raise the fees by less than one eighth. */
  'fee-not-higher',
  /** Another payment has this place in the order of the wallet's transactions. */
  'nonce-taken',
] as const;
export type SignerRefusal = (typeof signerRefusals)[number];

const dayMs = 86_400_000;

/**
 * Returns undefined if the signer may sign, `again` if it signed the same bytes before, and otherwise the reason of refusal. A waiting payment
 * may be signed again only with a higher fee and the same nonce: a chain accepts one transaction for each nonce, so it is paid once. `replaced`
 * is the transaction that was signed last for this payment.
 */
export function whyNotSign(
  asked: {
    payment: Payment;
    unsigned: string;
    transfer: ReadTransfer | undefined;
    replaced: ReadTransfer | undefined;
    approvals: readonly ReadApproval[];
  },
  { policy, before, now }: { policy: SignerLimits; before: readonly Signed[]; now: number },
): SignerRefusal | 'again' | undefined {
  const { payment, unsigned, transfer, replaced, approvals } = asked;
  const earlier = before.filter(({ id }) => id === payment.id);
  if (earlier.some((each) => each.unsigned === unsigned)) return 'again';
  if (earlier.some((each) => each.nonce !== transfer?.nonce)) return 'signed-otherwise';
  if (!transfer || transfer.chainId !== policy.chainId || payment.network !== 'ethereum') return 'not-a-transfer';
  const { asset, to, units, feeMax, nonce } = transfer;
  if (asset !== payment.asset || to !== payment.to || units !== payment.units) return 'not-as-approved';
  const faulty = whyNotApproved(payment, approvals, policy);
  if (faulty) return faulty;
  if (feeMax > policy.feeMax) return 'fee-too-high';
  if (earlier.length > 0) return replaced && isReplacement(transfer, replaced) ? undefined : 'fee-not-higher';
  const payments = new Map(before.map((each) => [each.id, each])).values();
  const today = [...payments].filter((each) => each.asset === asset && each.at > now - dayMs);
  if (today.reduce((sum, each) => sum + each.units, units) > policy.coins[asset]!.dayMax) return 'day-limit';
  return before.some((each) => each.nonce === nonce) ? 'nonce-taken' : undefined;
}

const isReplacement = (next: ReadTransfer, last: ReadTransfer): boolean =>
  next.maxFeePerGas >= raisedFee(last.maxFeePerGas) &&
  next.maxPriorityFeePerGas >= raisedFee(last.maxPriorityFeePerGas);

/** Undefined: enough different persons have approved it. Nothing but these counts: each passkey is its person's, however often it signs. */
export function whyNotApproved(
  { asset, units }: Payment,
  approvals: readonly ReadApproval[],
  { coins }: Pick<SignerLimits, 'coins'>,
): SignerRefusal | undefined {
  const coin = coins[asset];
  if (!coin) return 'unknown-coin';
  for (const approval of approvals) if ('fault' in approval) return approval.fault;
  const persons = approvals.map((approval) => ('person' in approval ? approval.person : ''));
  if (new Set(persons).size < persons.length) return 'same-person-twice';
  return persons.length < (units > coin.twoPersonsAbove ? 2 : 1) ? 'too-few-approvals' : undefined;
}
