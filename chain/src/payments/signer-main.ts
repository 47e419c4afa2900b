// The signer, a process of its own: node signer-main.ts <directory>. It holds the key of the wallet that pays, listens on a socket that only
// its own user can open, and knows neither the database nor the network. With the demo's engine as its parent it ends with it.
import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { writeEthereumAddress } from '../addresses/ethereum-address.ts';
import { linesOf, readQuestion, socketName, writeMessage, type SignerAnswer } from './signer-messages.ts';
import { readApprovals, requireReadableKeys } from './read-approvals.ts';
import { readPolicy } from './signer-policy.ts';
import { whyNotApproved, whyNotSign } from './signer-rules.ts';
import { openSignerStore } from './signer-store.ts';
import { loadTransfers, readTransfer, signTransfer } from './transfer.ts';

const [, , directory = ''] = process.argv;
process.umask(0o077);
const policy = readPolicy(directory);
await requireReadableKeys(policy);
const store = openSignerStore(directory);
await loadTransfers();
const publicKey = secp256k1.Point.fromBytes(secp256k1.getPublicKey(store.key)).toBytes(false);
const address = writeEthereumAddress(keccak_256(publicKey.subarray(1)).subarray(12));

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
  if (question.ask === 'who') return { address, chainId: String(policy.chainId), feeMax: String(policy.feeMax) };
  const { payment } = question;
  const approvals = await readApprovals(payment, question.approvals, policy);
  if (question.ask === 'judge') {
    const refused = whyNotApproved(payment, approvals, policy);
    return refused ? { refused } : { isApproved: true };
  }
  const { unsigned } = question;
  const transfer = await readTransfer(unsigned, policy.usdt);
  const now = Date.now();
  const earlier = store.kept.filter(({ id }) => id === payment.id);
  const last = earlier.at(-1);
  const replaced = last && (await readTransfer(last.unsigned, policy.usdt));
  const asked = { payment, unsigned, transfer, replaced, approvals };
  const verdict = whyNotSign(asked, { policy, before: store.kept, now });
  if (verdict === 'again') {
    const { signed, txid } = earlier.find((each) => each.unsigned === unsigned)!;
    return { signed, txid };
  }
  if (verdict) return { refused: verdict };
  const { signed, txid } = await signTransfer(unsigned, store.key);
  const { id, asset, units } = payment;
  store.keep({ id, unsigned, nonce: transfer!.nonce, asset, units, at: now, signed, txid });
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
