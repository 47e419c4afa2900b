// Raises the fee of a payment in Bitcoin that waits in the network. Pure. The replacement spends everything that the first transaction spends,
// so that a block can take only one of them.
import { byUnits, changeMin, feeFor, sumOf, type ChosenOutputs, type ToPay } from './choose-outputs.ts';
import type { SpentOutput } from './bitcoin-psbt.ts';
import { inputsMax, vsizeOf, walletScriptLength } from './bitcoin-size.ts';

/** A payment that waited this long since its newest bytes were sent is replaced. */
export const raiseAfterMs = 3_600_000;

/** `too-dear`: the limit leaves no room for the least raise. `short`: the wallet has no further output to take it from. */
export type NoRaise = 'too-dear' | 'short';

export interface Waiting {
  inputs: readonly SpentOutput[];
  fee: bigint;
}

/**
 * Takes the raise from the change, or else from further outputs of the wallet, which must be confirmed (BIP125). Pays the rate of the moment; if
 * that is above the limit, all that the limit allows.
 */
export function raiseFee(last: Waiting, available: readonly SpentOutput[], pay: ToPay): ChosenOutputs | NoRaise {
  const spent = new Set(last.inputs.map(({ txid, vout }) => `${txid}:${vout}`));
  const further = available.filter(({ txid, vout }) => !spent.has(`${txid}:${vout}`)).sort(byUnits);
  let found: NoRaise = 'short';
  for (let count = 0; count <= further.length && last.inputs.length + count <= inputsMax; count++) {
    const raised = raiseWith([...last.inputs, ...further.slice(0, count)], last.fee, pay);
    if (typeof raised !== 'string') return raised;
    found = raised;
    // A larger transaction costs more.
    if (raised === 'too-dear' && count > 0) return raised;
  }
  return found;
}

function raiseWith(inputs: readonly SpentOutput[], lastFee: bigint, pay: ToPay): ChosenOutputs | NoRaise {
  const left = sumOf(inputs) - pay.units;
  const least = (hasChange: boolean) => leastRaise(lastFee, { inputs: inputs.length, pay, hasChange });
  const wanted = (hasChange: boolean): bigint => {
    const now = feeFor(pay, { inputs: inputs.length, hasChange });
    return larger(least(hasChange), now < pay.feeMax ? now : pay.feeMax);
  };
  const fee = wanted(true);
  if (left - fee >= changeMin) return fee > pay.feeMax ? 'too-dear' : { inputs, change: left - fee, fee };
  if (left < least(false)) return 'short';
  return left > pay.feeMax ? 'too-dear' : { inputs, change: undefined, fee: left };
}

/** An eighth more, as the signer requires, and one satoshi for each virtual byte of the new transaction, as nodes do (BIP125). */
function leastRaise(
  lastFee: bigint,
  { inputs, pay, hasChange }: { inputs: number; pay: ToPay; hasChange: boolean },
): bigint {
  const scripts = hasChange ? [pay.script.length, walletScriptLength] : [pay.script.length];
  return larger((lastFee * 9n + 7n) / 8n, lastFee + vsizeOf({ inputs, scripts }));
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
