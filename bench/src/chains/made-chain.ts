// Chains that a benchmark makes up. Their blocks have the hashes, roots and blooms that the readers of real chains check.
import type { NetworkName } from '@candor/chain';
import {
  payToAddress,
  PlayedBitcoin,
  transactionOf as bitcoinTransaction,
} from '../../../chain/src/deposits/played-bitcoin.test-support.ts';
import { accountHex, hexOf, PlayedTron, sendsTrx } from '../../../chain/src/deposits/played-tron.test-support.ts';
import { accountOf, payXrp, PlayedXrpl } from '../../../chain/src/deposits/played-xrpl.test-support.ts';
import { MadeEthereum } from './made-ethereum.ts';
import type { MadeChain } from './made-payment.ts';

/** Number of newest blocks that are not final yet, on networks with final blocks. */
export const finalBelow: Readonly<Record<NetworkName, number>> = { bitcoin: 0, ethereum: 6, tron: 19, xrpl: 0 };

export const madeChains: Readonly<Record<NetworkName, () => MadeChain>> = {
  bitcoin: madeBitcoin,
  ethereum: () => new MadeEthereum(finalBelow.ethereum),
  tron: madeTron,
  xrpl: madeXrpl,
};

/** Repeats `make` with the numbers that follow the last one used. */
function numbered<Made>(make: (number: number) => Made): (count: number) => Made[] {
  let made = 0;
  return (count) => Array.from({ length: count }, () => make(++made));
}

function madeBitcoin(): MadeChain {
  const node = new PlayedBitcoin();
  const seed = numbered((number) => number);
  const strangers = numbered((number) => payToAddress(BigInt(number), strangerOnBitcoin));
  return {
    ask: node.ask,
    add(payments, others) {
      const outputs = [...payments.map(({ to, units }) => payToAddress(BigInt(units), to)), ...strangers(others)];
      node.mine(...outputs.map((output) => bitcoinTransaction(seed(1)[0]!, [output])));
    },
  };
}

/** An address of the examples of BIP173. */
const strangerOnBitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

function madeTron(): MadeChain {
  const node = new PlayedTron();
  node.finalBelow = finalBelow.tron;
  const seed = numbered((number) => number);
  return {
    ask: node.ask,
    add(payments, others) {
      const paid = payments.map(({ to, units }) => sendsTrx(seed(1)[0]!, hexOf(to), BigInt(units)));
      node.mine(...paid, ...seed(others).map((each) => sendsTrx(each, accountHex(0x55), BigInt(each))));
    },
  };
}

/** Strangers' payments are encoded once: encoding takes longer than all that is measured. */
function madeXrpl(): MadeChain {
  const node = new PlayedXrpl();
  const strangers = Array.from({ length: 64 }, (_, at) => payXrp({ to: accountOf(0x55), drops: BigInt(at + 1) }));
  return {
    ask: node.ask,
    add(payments, others) {
      const paid = payments.map(({ units, ...way }) => payXrp({ ...way, drops: BigInt(units) }));
      node.close(...paid, ...strangers.slice(0, others));
    },
  };
}
