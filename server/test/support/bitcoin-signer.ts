// A signer of Bitcoin in this process: it signs by the signer's own rules, and keeps in memory what it signed.
import { approvalKeyOf, paymentsOn, SignerRefusedError, type Signer } from '@candor/chain';
import { readApprovals } from '../../../chain/src/payments/read-approvals.ts';
import { whyNotApproved, whyNotSign, type Signed } from '../../../chain/src/payments/signer-rules.ts';
import type { WithdrawalsStage } from './withdrawals-stage.ts';

const chain = { prefix: 'bc' };
const secret = new Uint8Array(32).fill(7);
const payments = paymentsOn('bitcoin', chain);
const feeMax = 20_000n;
export const bitcoinSigner = { payments, wallet: payments.walletOf(secret), feeMax };

const limits = { chain, feeMax, coins: { BTC: { twoPersonsAbove: 10n ** 10n, dayMax: 10n ** 11n } } };

export function playBitcoinSigner({ signingKey, clock }: Pick<WithdrawalsStage, 'signingKey' | 'clock'>): Signer {
  const { wallet } = bitcoinSigner;
  const kept: (Signed & { signed: string; txid: string })[] = [];
  const policy = { approvalKey: approvalKeyOf(signingKey) };
  return {
    who: async () => ({ bitcoin: { wallet, chain, feeMax: String(feeMax) } }),
    async judge({ payment, approvals }) {
      const refused = whyNotApproved(payment, await readApprovals(payment, approvals, policy), limits);
      if (refused) throw new SignerRefusedError(refused);
    },
    async sign({ payment, unsigned, approvals }) {
      const { id, asset, units } = payment;
      const last = kept.findLast((each) => each.id === id);
      const read = await payments.read(unsigned, wallet);
      const isReplacement = last !== undefined && (await payments.replaces(unsigned, last.unsigned, wallet));
      const believed = await readApprovals(payment, approvals, policy);
      const asked = { payment, unsigned, read, isReplacement, approvals: believed };
      const now = clock.now();
      const verdict = whyNotSign(asked, { limits, before: kept, now });
      if (verdict === 'again') return kept.find((each) => each.id === id && each.unsigned === unsigned)!;
      if (verdict) throw new SignerRefusedError(verdict);
      const answer = await payments.sign(unsigned, secret);
      kept.push({ id, network: 'bitcoin', unsigned, places: read!.places, asset, units, at: now, ...answer });
      return answer;
    },
  };
}
