// Which outputs of the wallet a payment in Bitcoin spends. Pure and exact; the same question always has the same answer.
import { byOutpoint, type SpentOutput } from './bitcoin-psbt.ts';
import { dustOf, feeAt, inputsMax, inputWeight, walletScriptLength, weightOf } from './bitcoin-size.ts';

export interface ChosenOutputs {
  inputs: readonly SpentOutput[];
  /** Units that go back to the wallet; undefined if the fee takes what is left over. */
  change: bigint | undefined;
  fee: bigint;
}

export type NoChoice =
  /** The wallet's outputs are not enough, or more than one transaction takes would be needed. */
  | 'short'
  /** The fee would be above the limit. */
  | 'too-dear'
  /** Nodes relay no output as small as this payment. */
  | 'dust';

export interface ToPay {
  script: Uint8Array;
  units: bigint;
  /** In satoshis for 1,000 virtual bytes. */
  rate: bigint;
  feeMax: bigint;
}

/** The smallest amount that goes back to the wallet: a smaller output would not be relayed. */
export const changeMin = dustOf(new Uint8Array([0, 20, ...new Uint8Array(20)]));

export function chooseOutputs(available: readonly SpentOutput[], pay: ToPay): ChosenOutputs | NoChoice {
  if (pay.units < dustOf(pay.script)) return 'dust';
  // An output that costs more to spend than it holds only raises the fee.
  const useful = available.filter(({ units }) => units * 4_000n > BigInt(inputWeight) * pay.rate).sort(byUnits);
  const inputs = withoutChange(useful, pay) ?? largestFirst(useful, pay);
  if (!inputs) return 'short';
  const chosen = settleInputs(inputs, pay);
  return chosen.fee > pay.feeMax ? 'too-dear' : chosen;
}

/** The largest first; of equals, the first by outpoint. */
export const byUnits = (a: SpentOutput, b: SpentOutput): number =>
  a.units === b.units ? byOutpoint(a, b) : a.units > b.units ? -1 : 1;

export const sumOf = (inputs: readonly SpentOutput[]): bigint => inputs.reduce((sum, { units }) => sum + units, 0n);

/** Fee of a transaction with this many inputs that pays, and gives change or none. */
export const feeFor = (
  { script, rate }: Pick<ToPay, 'script' | 'rate'>,
  { inputs, hasChange }: { inputs: number; hasChange: boolean },
): bigint => feeAt(rate, { inputs, scripts: hasChange ? [script.length, walletScriptLength] : [script.length] });

/** Splits what is left over into change and fee. The inputs must be enough to pay without change. */
export function settleInputs(
  inputs: readonly SpentOutput[],
  pay: Pick<ToPay, 'script' | 'units' | 'rate'>,
): ChosenOutputs {
  const left = sumOf(inputs) - pay.units;
  const fee = feeFor(pay, { inputs: inputs.length, hasChange: true });
  if (left - fee >= changeMin) return { inputs, change: left - fee, fee };
  return { inputs, change: undefined, fee: left };
}

const isEnough = (inputs: readonly SpentOutput[], pay: ToPay): boolean =>
  sumOf(inputs) >= pay.units + feeFor(pay, { inputs: inputs.length, hasChange: false });

function largestFirst(sorted: readonly SpentOutput[], pay: ToPay): readonly SpentOutput[] | undefined {
  for (let count = 1; count <= Math.min(sorted.length, inputsMax); count++) {
    const inputs = sorted.slice(0, count);
    if (isEnough(inputs, pay)) return inputs;
  }
  return undefined;
}

/** Steps of the search: enough for some twenty outputs, over in milliseconds. */
const stepsMax = 20_000;
/** The search looks at this many of the largest outputs, as each is a level of its recursion: anybody can send the wallet thousands of small ones. */
const searchedMax = 500;

/**
 * Branch and bound: looks for outputs that pay exactly, so that less than change would cost is left over (the known algorithm of Murch, which
 * Bitcoin Core uses too). Goes through the outputs from the largest to the smallest, each first taken and then left out.
 */
function withoutChange(useful: readonly SpentOutput[], pay: ToPay): readonly SpentOutput[] | undefined {
  const sorted = useful.slice(0, searchedMax);
  // In quarters of thousandths of a satoshi every weight has an exact price.
  const scale = 4_000n;
  const values = sorted.map(({ units }) => units * scale - BigInt(inputWeight) * pay.rate);
  const target = pay.units * scale + BigInt(weightOf({ inputs: 0, scripts: [pay.script.length] })) * pay.rate;
  const costOfChange = feeFor(pay, { inputs: 1, hasChange: true }) - feeFor(pay, { inputs: 1, hasChange: false });
  const most = target + costOfChange * scale;
  const rests = values.reduceRight<bigint[]>((sums, value) => [(sums[0] ?? 0n) + value, ...sums], [0n]);
  let steps = 0;
  function search(place: number, sum: bigint, taken: readonly number[]): readonly number[] | undefined {
    if (++steps > stepsMax || sum > most || sum + rests[place]! < target) return undefined;
    if (sum >= target && isEnough(of(taken), pay)) return taken;
    if (place === values.length || taken.length === inputsMax) return undefined;
    return search(place + 1, sum + values[place]!, [...taken, place]) ?? search(place + 1, sum, taken);
  }
  const of = (places: readonly number[]): SpentOutput[] => places.map((place) => sorted[place]!);
  const found = search(0, 0n, []);
  return found && of(found);
}
