// The wallet of Bitcoin that tests pay from, its signer without a process of its own, and who is paid.
import { approvalKeyOf, bitcoinSource, paymentsOn, SignerRefusedError, type Signer } from '@candor/chain';
import type { PlayedMempool } from '../../../chain/src/deposits/played-mempool.test-support.ts';
import { readApprovals } from '../../../chain/src/payments/read-approvals.ts';
import { whyNotApproved, whyNotSign, type Signed } from '../../../chain/src/payments/signer-rules.ts';

export const xpub =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
export const payee = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
export const otherPayee = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';

export const payments = paymentsOn('bitcoin', { prefix: 'bc' });
const secret = new Uint8Array(32).fill(7);
export const wallet = payments.walletOf(secret);

/** Signs by the signer's own rules, with what it signed in memory. */
export function signerInMemory({ clock, signingKey }: { clock: { now(): number }; signingKey: string }): Signer {
  const limits = {
    chain: { prefix: 'bc' },
    feeMax: 20_000n,
    coins: { BTC: { twoPersonsAbove: 10n ** 10n, dayMax: 10n ** 11n } },
  };
  const kept: (Signed & { signed: string; txid: string })[] = [];
  const policy = { approvalKey: approvalKeyOf(signingKey) };
  return {
    who: async () => ({ bitcoin: { wallet, chain: { prefix: 'bc' }, feeMax: String(limits.feeMax) } }),
    async judge({ payment, approvals }) {
      const refused = whyNotApproved(payment, await readApprovals(payment, approvals, policy), limits);
      if (refused) throw new SignerRefusedError(refused);
    },
    async sign({ payment, unsigned, approvals }) {
      const { id, asset, units } = payment;
      const last = kept.findLast((each) => each.id === id);
      const read = await payments.read(unsigned, wallet);
      const isReplacement = last !== undefined && (await payments.replaces(unsigned, last.unsigned, wallet));
      const asked = {
        payment,
        unsigned,
        read,
        isReplacement,
        approvals: await readApprovals(payment, approvals, policy),
      };
      const verdict = whyNotSign(asked, { limits, before: kept, now: clock.now() });
      if (verdict === 'again') return kept.find((each) => each.id === id && each.unsigned === unsigned)!;
      if (verdict) throw new SignerRefusedError(verdict);
      const answer = await payments.sign(unsigned, secret);
      kept.push({
        id,
        network: 'bitcoin',
        unsigned,
        places: read!.places,
        asset,
        units,
        at: clock.now(),
        ...answer,
      });
      return answer;
    },
  };
}

/** Returns what the chain has paid to the address, in satoshis, one sum for each output. */
export async function paidTo(address: string, node: PlayedMempool): Promise<bigint[]> {
  const source = bitcoinSource({ ask: node.askAll, prefix: 'bc' });
  const blocks = await Promise.all(node.blocks.map((_, height) => source.block(height)));
  return blocks.flatMap((block) =>
    block!.credits.filter((credit) => credit.address === address).map(({ units }) => units),
  );
}
