// What a signer answers, by the policy and the key in its directory: over its socket (signer-main.ts), or to a file (sign-offline.ts). It holds
// the key of the wallet that pays, and knows neither the database nor the network.
import { paymentsOn, type ChainPayments } from './payment-forms.ts';
import type { ReadPayment } from './payment-form.ts';
import type { NetworkName } from '../networks/networks.ts';
import { readApprovals, requireReadableKeys } from './read-approvals.ts';
import type { ApprovedPayment, SignerAnswer, SignerQuestion, SignerWallets } from './signer-messages.ts';
import { limitsByNetwork, readPolicy } from './signer-policy.ts';
import { whyNotApproved, whyNotSign, type NetworkPolicy, type SignerPolicy } from './signer-rules.ts';
import { openSignerStore, type SignerStore } from './signer-store.ts';

export interface OpenedSigner {
  policy: SignerPolicy;
  wallets: SignerWallets;
  /** Questions are answered one after the other: what was signed before counts for what is signed next. */
  answer(question: SignerQuestion): Promise<SignerAnswer>;
  /** Returns what the bytes would pay; undefined if they are no payment of this signer's wallets. */
  read(network: NetworkName, unsigned: string): Promise<ReadPayment | undefined>;
  close(): void;
}

interface Parts {
  policy: SignerPolicy;
  store: SignerStore;
  wallets: ReadonlyMap<NetworkName, { limits: NetworkPolicy; payments: ChainPayments; wallet: string }>;
  now: () => number;
}

/** Makes the key if the directory has none. Throws, with a message for whoever owns the signer, if the policy is not plainly one. */
export async function openSigner(directory: string, { now }: { now: () => number }): Promise<OpenedSigner> {
  const policy = readPolicy(directory);
  await requireReadableKeys(policy);
  const store = openSignerStore(directory);
  const wallets = new Map(
    limitsByNetwork(policy).map(([network, limits]) => {
      const payments = paymentsOn(network, limits.chain);
      return [network, { limits, payments, wallet: payments.walletOf(store.key) }];
    }),
  );
  for (const { payments } of wallets.values()) await payments.load();
  const parts: Parts = { policy, store, wallets, now };
  let last: Promise<unknown> = Promise.resolve();
  return {
    policy,
    wallets: describeWallets(parts),
    answer(question) {
      const done = last.then(() => answer(question, parts));
      last = done.catch(() => undefined);
      return done;
    },
    async read(network, unsigned) {
      const found = wallets.get(network);
      return found?.payments.read(unsigned, found.wallet);
    },
    close: () => store.close(),
  };
}

async function answer(question: SignerQuestion, parts: Parts): Promise<SignerAnswer> {
  if (question.ask === 'who') return { wallets: describeWallets(parts) };
  if (question.ask === 'sign') return sign(question, parts);
  const refused = await judge(question, parts.policy);
  return refused ? { refused } : { isApproved: true };
}

/** Returns why these approvals are not enough by the policy; undefined if they are. */
export const judge = async ({ payment, approvals }: ApprovedPayment, policy: SignerPolicy) =>
  whyNotApproved(payment, await readApprovals(payment, approvals, policy), policy.networks[payment.network]);

const describeWallets = ({ wallets }: Pick<Parts, 'wallets'>): SignerWallets =>
  Object.fromEntries(
    [...wallets].map(([network, { wallet, limits }]) => {
      return [network, { wallet, chain: limits.chain, feeMax: String(limits.feeMax) }];
    }),
  );

async function sign(
  { payment, unsigned, ...asked }: ApprovedPayment & { unsigned: string },
  { policy, store, wallets, now }: Parts,
): Promise<SignerAnswer> {
  const { id, network, asset, units } = payment;
  const found = wallets.get(network);
  if (!found) return { refused: 'not-a-transfer' };
  const { limits, payments, wallet } = found;
  const approvals = await readApprovals(payment, asked.approvals, policy);
  const read = await payments.read(unsigned, wallet);
  const last = store.kept.findLast((each) => each.id === id);
  const isReplacement = last !== undefined && (await payments.replaces(unsigned, last.unsigned, wallet));
  const at = now();
  const known = { limits, before: store.kept, now: at };
  const verdict = whyNotSign({ payment, unsigned, read, isReplacement, approvals }, known);
  if (verdict === 'again') {
    const earlier = store.kept.find((each) => each.id === id && each.unsigned === unsigned)!;
    return { signed: earlier.signed, txid: earlier.txid };
  }
  if (verdict) return { refused: verdict };
  const { signed, txid } = await payments.sign(unsigned, store.key);
  store.keep({ id, network, unsigned, places: read!.places, asset, units, at, signed, txid });
  return { signed, txid };
}
