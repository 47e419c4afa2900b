// What paying needs: a node that is of the right chain, a signer for it, and in the demo a wallet that has something.
import { join } from 'node:path';
import { approvalKeyOf, askNode, askSigner, evmSender, superviseDevChain, superviseSigner, type DevChain, type EvmSender, type Signer } from '@candor/chain'; // oxfmt-ignore
import type { WithdrawalFault } from '@candor/wire';
import type { ChainSettings } from '../chains/chain-settings.ts';
import { demoPolicy } from './terms.ts';

export interface Means {
  signer: Signer;
  sender: EvmSender;
  /** The signer names its wallet, its chain and its highest fee. */
  wallet: string;
  chainId: bigint;
  feeMax: bigint;
  usdt: string;
  /** Of the demo alone. */
  addBlock?: () => Promise<void>;
  /** Of the demo alone: the wallet has at least so much of each afterwards. */
  fund?: (needs: { ETH: bigint; USDT: bigint }) => Promise<void>;
}

/** Why nothing can be paid. */
export class NoMeansError extends Error {
  readonly fault: WithdrawalFault;
  constructor(fault: WithdrawalFault, cause?: unknown) {
    super(`nothing can be paid: ${fault}`, { cause });
    this.name = 'NoMeansError';
    this.fault = fault;
  }
}

export interface Opener {
  open(): Promise<Means>;
  close(): Promise<void>;
}

const reserve = { ETH: 20n * 10n ** 18n, USDT: 100_000n * 10n ** 6n };

export function openPayer({ ethereum, signerSocket, devDirectory }: ChainSettings, signingKey: string): Opener {
  if (devDirectory !== undefined) return demoOpener(devDirectory, signingKey);
  return {
    async open() {
      if (!ethereum || signerSocket === undefined) throw new NoMeansError('not-set-up');
      return meet(askSigner(signerSocket), ethereum);
    },
    close: async () => undefined,
  };
}

function demoOpener(directory: string, signingKey: string): Opener {
  const chain = superviseDevChain(directory, 'ethereum');
  const supervised = superviseSigner(join(directory, 'signer'));
  return {
    async open() {
      const running = await chain.open().catch((error: unknown) => {
        throw new NoMeansError('no-node', error);
      });
      const policy = demoPolicy({ usdt: running.usdt, approvalKey: approvalKeyOf(signingKey) });
      const signer = await supervised.open(policy).catch((error: unknown) => {
        throw new NoMeansError('no-signer', error);
      });
      const means = await meet(signer, running);
      return { ...means, addBlock: () => running.addBlock(), fund: (needs) => fund(means, chain, needs) };
    },
    close: () => supervised.close(),
  };
}

async function meet(signer: Signer, { url, usdt }: { url: string; usdt: string }): Promise<Means> {
  const sender = evmSender(askNode(url), usdt);
  const [who, chainId] = await Promise.all([
    signer.who().catch((error: unknown) => {
      throw new NoMeansError('no-signer', error);
    }),
    sender.chainId().catch((error: unknown) => {
      throw new NoMeansError('no-node', error);
    }),
  ]);
  // Nothing is signed for one chain and sent on another.
  if (BigInt(who.chainId) !== chainId) throw new NoMeansError('other-chain');
  return { signer, sender, wallet: who.address, chainId, feeMax: BigInt(who.feeMax), usdt };
}

async function fund({ sender, wallet }: Means, chain: DevChain, needs: { ETH: bigint; USDT: bigint }): Promise<void> {
  for (const asset of ['ETH', 'USDT'] as const) {
    const least = needs[asset] + reserve[asset];
    if ((await sender.balanceOf(wallet, asset)) >= least) continue;
    await (await chain.open()).send({ asset, to: wallet, units: 2n * least });
  }
}
