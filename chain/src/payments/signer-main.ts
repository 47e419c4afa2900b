// The signer, a process of its own: node signer-main.ts <directory>. It holds the key of the wallet that pays, listens on a socket that only
// its own user can open, and knows neither the database nor the network. With the demo's engine as its parent it ends with it.
import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import {
  linesOf,
  readQuestion,
  socketName,
  writeMessage,
  type ApprovedPayment,
  type SignerAnswer,
} from './signer-messages.ts';
import { readApprovals, requireReadableKeys } from './read-approvals.ts';
import { paymentsOn } from './payment-forms.ts';
import { limitsByNetwork, readPolicy } from './signer-policy.ts';
import { whyNotApproved, whyNotSign } from './signer-rules.ts';
import { openSignerStore } from './signer-store.ts';

const [, , directory = ''] = process.argv;
process.umask(0o077);
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

/** One after the other: what was signed before counts for what is signed next. */
let last: Promise<unknown> = Promise.resolve();
const inTurn = <Done>(work: () => Promise<Done>): Promise<Done> => {
  const done = last.then(work);
  last = done.catch(() => undefined);
  return done;
};

async function answer(line: string): Promise<SignerAnswer> {
  const question = readQuestion(line);
  if (!question) return { refused: 'malformed' };
  if (question.ask === 'who') return describeWallets();
  if (question.ask === 'sign') return sign(question);
  const { payment } = question;
  const approvals = await readApprovals(payment, question.approvals, policy);
  const refused = whyNotApproved(payment, approvals, policy.networks[payment.network]);
  return refused ? { refused } : { isApproved: true };
}

function describeWallets(): SignerAnswer {
  const all = [...wallets].map(
    ([
      network,
      {
        wallet,
        limits: { chain, feeMax },
      },
    ]) => {
      return [network, { wallet, chain, feeMax: String(feeMax) }];
    },
  );
  return { wallets: Object.fromEntries(all) };
}

async function sign({ payment, unsigned, ...asked }: ApprovedPayment & { unsigned: string }): Promise<SignerAnswer> {
  const { id, network, asset, units } = payment;
  const found = wallets.get(network);
  if (!found) return { refused: 'not-a-transfer' };
  const { limits, payments, wallet } = found;
  const approvals = await readApprovals(payment, asked.approvals, policy);
  const read = await payments.read(unsigned, wallet);
  const last = store.kept.findLast((each) => each.id === id);
  const isReplacement = last !== undefined && (await payments.replaces(unsigned, last.unsigned, wallet));
  const at = Date.now();
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

async function serve(socket: Socket): Promise<void> {
  for await (const line of linesOf(socket)) socket.write(writeMessage(await inTurn(() => answer(line))));
}

/** What two signers have signed neither of them would know whole. */
function isAnswered(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    socket.once('connect', () => (socket.destroy(), resolve(true)));
    socket.once('error', () => resolve(false));
  });
}

const path = join(directory, socketName);
if (await isAnswered(path)) throw new Error('another signer has this directory');
rmSync(path, { force: true });
const server = createServer((socket) => {
  socket.on('error', () => undefined);
  serve(socket).catch(() => socket.destroy());
});
server.listen(path, () => {
  chmodSync(path, 0o600);
  process.send?.('ready');
});
process.once('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => (process.connected ? undefined : process.exit()));
}
