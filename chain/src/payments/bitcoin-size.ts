// The size of a transaction of the wallet before it is signed, and what nodes call dust. Sizes are in weight units (BIP141): four of them are
// one virtual byte (vB), and a fee is paid for each virtual byte begun.

/** Version, lock time, marker, flag, and one byte each for the number of inputs and of outputs. */
const frameWeight = 4 * (4 + 4 + 1 + 1) + 2;
/** Outpoint, empty script and sequence; in the witness a signature of at most 72 bytes and a key of 33, with their lengths. */
export const inputWeight = 4 * (36 + 1 + 4) + 1 + 1 + 72 + 1 + 33;
/** Largest number of inputs of one transaction, below 253 so that their number takes one byte, and so that a signer's message stays small. */
export const inputsMax = 100;

export const outputWeight = (scriptLength: number): number => 4 * (8 + 1 + scriptLength);
export const walletScriptLength = 22;

export interface TransactionShape {
  inputs: number;
  /** Lengths of the output scripts. */
  scripts: readonly number[];
}

/** The most that a transaction of this shape weighs. A signature is shorter than 72 bytes in half of all cases. */
export const weightOf = ({ inputs, scripts }: TransactionShape): number =>
  frameWeight + inputs * inputWeight + scripts.reduce((sum, length) => sum + outputWeight(length), 0);

export const vsizeOf = (shape: TransactionShape): bigint => BigInt(Math.ceil(weightOf(shape) / 4));

/** The fee of a transaction of this shape, rounded up, at a rate in satoshis for 1,000 virtual bytes. */
export const feeAt = (rate: bigint, shape: TransactionShape): bigint => (vsizeOf(shape) * rate + 999n) / 1_000n;

/** Satoshis for each byte of an output and of the input that spends it, below which Bitcoin Core relays no transaction (`-dustrelayfee`). */
const dustRate = 3n;

/** The smallest amount of an output that nodes relay, as Bitcoin Core counts it (`GetDustThreshold`): 294 for P2WPKH, 546 for P2PKH. */
export function dustOf(script: Uint8Array): bigint {
  const isWitness = script.length >= 4 && (script[0] === 0 || script[0] === 0x51) && script[1] === script.length - 2;
  const spendSize = isWitness ? 67 : 148;
  return dustRate * BigInt(8 + 1 + script.length + spendSize);
}
