// Whether the signer signs. Pure: it believes nothing that it is told besides approvals, reads the bytes itself, and counts what it has signed.
import type { NetworkName } from '../networks/networks.ts';
import type { ApprovalPolicy } from './approval-policy.ts';
import type { ChainText } from './payment-chains.ts';
import type { ReadPayment } from './payment-form.ts';
import type { Payment } from './payment.ts';
import type { ReadApproval } from './read-approvals.ts';

/** What its owner has set, in a file that only the signer's own user can write. */
export type SignerPolicy = SignerLimits & ApprovalPolicy;
export interface SignerLimits {
  networks: Readonly<Partial<Record<NetworkName, NetworkPolicy>>>;
}
export interface NetworkPolicy {
  chain: ChainText;
  /** The most that one transaction may cost on its way, in the smallest unit of the network's own coin. */
  feeMax: bigint;
  coins: Readonly<Partial<Record<string, CoinPolicy>>>;
}
interface CoinPolicy {
  /** Above this a second person approves. */
  twoPersonsAbove: bigint;
  /** The most of all that is signed of the coin on this network within 24 hours. */
  dayMax: bigint;
}

/** What was signed before. */
export interface Signed {
  id: string;
  network: NetworkName;
  unsigned: string;
  places: readonly string[];
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
  /** The payment was already signed for other places, so that both transactions could be made. */
  'signed-otherwise',
  /** The payment was already signed, and the new bytes do not raise the fees as the network requires it. */
  'fee-not-higher',
  /** Another payment has one of these places in the wallet. */
  'nonce-taken',
] as const;
export type SignerRefusal = (typeof signerRefusals)[number];

const dayMs = 86_400_000;

export interface Asked {
  payment: Payment;
  unsigned: string;
  /** The bytes as the signer reads them. */
  read: ReadPayment | undefined;
  /** True if the network lets these bytes replace those that were signed last for this payment. */
  isReplacement: boolean;
  approvals: readonly ReadApproval[];
}

/**
 * Returns undefined if the signer may sign, `again` if it signed the same bytes before, and otherwise the reason of refusal. A waiting payment
 * may be signed again only if the new bytes share a place with all its earlier ones: a network accepts one transaction for each place, so the
 * payment is made once.
 */
export function whyNotSign(
  asked: Asked,
  { limits, before, now }: { limits: NetworkPolicy | undefined; before: readonly Signed[]; now: number },
): SignerRefusal | 'again' | undefined {
  const { payment, unsigned, read, isReplacement, approvals } = asked;
  const { id, network } = payment;
  const earlier = before.filter((each) => each.id === id);
  if (earlier.some((each) => each.network === network && each.unsigned === unsigned)) return 'again';
  if (earlier.some((each) => each.network !== network || !sharePlace(each, read))) return 'signed-otherwise';
  if (!read || !limits || read.places.length === 0) return 'not-a-transfer';
  if (read.asset !== payment.asset || read.to !== payment.to || read.units !== payment.units) return 'not-as-approved';
  const faulty = whyNotApproved(payment, approvals, limits);
  if (faulty) return faulty;
  if (read.feeMax > limits.feeMax) return 'fee-too-high';
  if (earlier.length > 0 && !isReplacement) return 'fee-not-higher';
  const signedHere = before.filter((each) => each.network === network);
  if (earlier.length === 0 && sumOfDay(payment, signedHere, now) > limits.coins[read.asset]!.dayMax) return 'day-limit';
  const isTaken = signedHere.some((each) => each.id !== id && sharePlace(each, read));
  return isTaken ? 'nonce-taken' : undefined;
}

const sharePlace = (one: { places: readonly string[] }, other: { places: readonly string[] } | undefined): boolean =>
  other !== undefined && one.places.some((place) => other.places.includes(place));

/** Sums the units of the coin that were signed within 24 hours, with this payment. A payment that was signed several times is included once. */
function sumOfDay({ asset, units }: Payment, signedHere: readonly Signed[], now: number): bigint {
  const payments = new Map(signedHere.map((each) => [each.id, each])).values();
  const today = [...payments].filter((each) => each.asset === asset && each.at > now - dayMs);
  return today.reduce<bigint>((sum, each) => sum + each.units, units);
}

/** Undefined: enough different persons have approved it. Nothing but these counts: each passkey is its person's, however often it signs. */
export function whyNotApproved(
  { asset, units }: Payment,
  approvals: readonly ReadApproval[],
  limits: Pick<NetworkPolicy, 'coins'> | undefined,
): SignerRefusal | undefined {
  const coin = limits?.coins[asset];
  if (!coin) return 'unknown-coin';
  for (const approval of approvals) if ('fault' in approval) return approval.fault;
  const persons = approvals.map((approval) => ('person' in approval ? approval.person : ''));
  if (new Set(persons).size < persons.length) return 'same-person-twice';
  return persons.length < (units > coin.twoPersonsAbove ? 2 : 1) ? 'too-few-approvals' : undefined;
}
