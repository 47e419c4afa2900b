// What was gained or lost: it has a sign, and the colour of a price that rises or falls.
import type { Wad } from '@candor/wire';
import type { ReactNode } from 'react';
import { Money } from './money.tsx';
import type { MoneyProps } from './money.tsx';

/** Of the least that is shown of USDT, 0.0001. */
const leastShown = 10n ** 14n;

/** The one rule for the colour of gains, so that they follow the person's choice of green or red for what rises; what shows as nothing has none. */
export const toneOfGain = (amount: Wad | undefined): 'rise' | 'fall' | 'secondary' =>
  amount === undefined || (amount < leastShown && amount > -leastShown) ? 'secondary' : amount > 0n ? 'rise' : 'fall';

export interface GainProps extends Omit<MoneyProps, 'amount' | 'coin' | 'isSigned'> {
  /** USDT. */
  amount: Wad | undefined;
}

export const Gain = (props: GainProps): ReactNode => (
  <Money coin="USDT" precision="short" weight="strong" tone={toneOfGain(props.amount)} {...props} isSigned />
);
