// Asks a signer over its socket. What it answers is looked at as anybody's word is.
import { connect } from 'node:net';
import {
  linesOf,
  writeMessage,
  type ApprovedPayment,
  type SignerAnswer,
  type SignerQuestion,
  type SignerWallets,
} from './signer-messages.ts';

export interface Signer {
  /** Set if requests leave the server in a file: `npm run signer -- export` counts them, and `sign` returns what an import has stored. */
  isOffline?: true;
  /** The wallets that it signs for, by network, with their chain and the most that a transaction may cost. */
  who(): Promise<SignerWallets>;
  /** Throws SignerRefusedError where its approvals are not enough: it would never sign this payment. */
  judge(approved: ApprovedPayment): Promise<void>;
  /** The same bytes for the same question, however often; throws SignerRefusedError. */
  sign(asked: ApprovedPayment & { unsigned: string }): Promise<{ signed: string; txid: string }>;
}

/** The signer's own rules are against it: a person has to look. */
export class SignerRefusedError extends Error {
  readonly refusal: string;
  constructor(refusal: string) {
    super(`the signer refuses: ${refusal}`);
    this.name = 'SignerRefusedError';
    this.refusal = refusal;
  }
}

const usualTimeoutMs = 10_000;

export const askSigner = (path: string, { timeoutMs = usualTimeoutMs }: { timeoutMs?: number } = {}): Signer => ({
  async who() {
    const answer = await ask({ path, timeoutMs }, { ask: 'who' });
    if ('wallets' in answer && areWallets(answer.wallets)) return answer.wallets;
    throw new Error('the signer does not say who it is');
  },
  async judge(approved) {
    const answer = await ask({ path, timeoutMs }, { ask: 'judge', ...approved });
    if ('refused' in answer) throw new SignerRefusedError(answer.refused);
    if (!('isApproved' in answer)) throw new Error('the signer answers something else');
  },
  async sign(asked) {
    const answer = await ask({ path, timeoutMs }, { ask: 'sign', ...asked });
    if ('refused' in answer) throw new SignerRefusedError(answer.refused);
    if ('signed' in answer) return answer;
    throw new Error('the signer answers something else');
  },
});

function areWallets(wallets: SignerWallets): boolean {
  const all: unknown[] = Object.values(wallets);
  return all.every((each) => {
    const { wallet, chain, feeMax } = (each ?? {}) as Record<string, unknown>;
    const isNumber = typeof feeMax === 'string' && /^\d{1,60}$/.test(feeMax);
    return isNumber && typeof wallet === 'string' && typeof chain === 'object' && chain !== null;
  });
}

async function ask(
  { path, timeoutMs }: { path: string; timeoutMs: number },
  question: SignerQuestion,
): Promise<SignerAnswer> {
  const socket = connect(path);
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('the signer does not answer')));
  try {
    socket.write(writeMessage(question));
    for await (const line of linesOf(socket)) return JSON.parse(line) as SignerAnswer;
    throw new Error('the signer does not answer');
  } finally {
    socket.destroy();
  }
}
