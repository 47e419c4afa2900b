// Asks the network, through the engine, whether an address accepts a payment, before its customer confirms it. Web processes reach no node.
import { coinOn, networks, unitsToWad, type BaseUnits, type NetworkName } from '@candor/chain';
import { formatAmount, type AssetCode } from '@candor/wire';
import type { AskEngine } from '../kit/product.ts';
import { Refusal } from '../kit/refuse.ts';
import type { PayeeFault } from './network-payer.ts';

export interface AskedPayee {
  network: NetworkName;
  asset: AssetCode;
  /** In its stored form, with the tag. */
  address: string;
  /** What arrives, in base units; null while no amount is known. */
  units: string | null;
}

declare module '../kit/link.ts' {
  interface Questions {
    'withdrawals.payee-fault': { ask: AskedPayee; answer: { fault: PayeeFault | null } };
  }
}

/** Networks where an address can refuse a payment. */
const asking: ReadonlySet<NetworkName> = new Set(['xrpl']);
const patienceMs = 3_000;

/**
 * Refuses a payment that the address does not accept. Without an answer in time nothing is refused: the payer asks again before the payment is
 * signed, and stops it for operators.
 */
export async function refusePayee({ network, asset, address, units }: AskedPayee, askEngine: AskEngine): Promise<void> {
  if (!asking.has(network)) return;
  const asked = { network, asset, address, units };
  const fault = await faultInTime(asked, askEngine);
  if (fault) throw refusalOf(fault, asked);
}

async function faultInTime(asked: AskedPayee, askEngine: AskEngine): Promise<PayeeFault | null> {
  const late = Promise.withResolvers<null>();
  const signal = AbortSignal.timeout(patienceMs);
  signal.addEventListener('abort', () => late.resolve(null), { once: true });
  const answered = askEngine('withdrawals.payee-fault', asked).then(
    ({ fault }) => fault,
    () => null,
  );
  return Promise.race([answered, late.promise]);
}

function refusalOf(fault: PayeeFault, { network, asset }: AskedPayee): Refusal {
  switch (fault.why) {
    case 'ours':
      return new Refusal('address-ours');
    case 'needs-tag':
      return new Refusal('payee-needs-tag', { coin: asset });
    case 'refuses':
      return new Refusal('payee-refuses', { coin: asset });
    case 'too-little': {
      const { decimals } = coinOn(networks[network], asset)!;
      const min = unitsToWad(BigInt(fault.unitsMin) as BaseUnits, decimals);
      return new Refusal('payee-unopened', { coin: asset, min: min === undefined ? '' : formatAmount(min) });
    }
  }
}
