// One node's word gives no money back: it could call a payment failed that was made. A second node, run by somebody else, has to say the same, or two
// operators have to decide it.
import { log } from '../kit/log.ts';
import { reasonOf } from '../kit/reason-of.ts';
import type { PaymentStatus, PlacedPayment, SentTransaction, StatusSource } from './network-payer.ts';
import type { Payer } from './sign-and-send.ts';

/** What the second node says of a payment that the first node calls failed; `missing` if there is none, or if it can't tell. */
type SecondWord = 'agrees' | 'contradicts' | 'missing';

/** Returns true if a payment may be given back. A second node that contradicts is overruled by nobody: one of the two nodes lies. */
export const mayGiveBack = ({
  word,
  isDecided,
  mode,
}: {
  word: SecondWord;
  /** Two operators decided it, and the delay after it is over. */
  isDecided: boolean;
  mode: Payer['mode'];
}): boolean => word === 'agrees' || (word === 'missing' && (isDecided || mode === 'demo'));

interface Asked {
  payment: PlacedPayment;
  transactions: readonly SentTransaction[];
  /** Returns true if nothing of the block changes any more, for a payment of this size. */
  isDeep: (mined: Extract<PaymentStatus, { kind: 'mined' }>) => boolean;
}

/** Asks about a payment that the first node calls expired, or failed in a block. */
export const secondWordOnFailure = ({ payment, transactions, isDeep }: Asked, payer: Payer): Promise<SecondWord> =>
  asking(payment, payer, async (second) => {
    const status = await second.statusOf(payment, transactions);
    if (status.kind === 'pending') return 'missing';
    if (status.kind === 'never') return 'agrees';
    if (status.isGood) return 'contradicts';
    return isDeep(status) ? 'agrees' : 'missing';
  });

/** Asks about a payment of which the first node says that another transaction used its place. */
export const secondWordOnPlace = (
  { payment, transactions }: Omit<Asked, 'isDeep'>,
  payer: Payer,
): Promise<SecondWord> =>
  asking(payment, payer, async (second) => {
    // Keep this order: if the payment itself used the place, its block is already final when its transactions are looked up.
    const isUsed = await second.isPlaceUsed(payment);
    const { kind } = await second.statusOf(payment, transactions);
    return isUsed && kind !== 'mined' ? 'agrees' : 'contradicts';
  });

async function asking(
  { withdrawalId }: PlacedPayment,
  { second }: Payer,
  ask: (second: StatusSource) => Promise<SecondWord>,
): Promise<SecondWord> {
  if (!second) return 'missing';
  try {
    const word = await ask(await second());
    if (word === 'contradicts') log.error('a second node contradicts a failed payment', { withdrawal: withdrawalId });
    return word;
  } catch (error) {
    log.warn('a second node does not say what became of a payment', {
      withdrawal: withdrawalId,
      error: reasonOf(error),
    });
    return 'missing';
  }
}
