// Which coin is given for which, and how: as it was left, or what the page begins with.
import type { AssetCode } from '@candor/wire';
import { useState } from 'react';
import { useAsked, useKeptFields } from '../data/kept-fields.ts';
import { firstPair, isAsset, type Pair } from './swap-rules.ts';

export type Kind = 'quote' | 'limit';
interface Chosen {
  kind: Kind;
  from: string;
  to: string;
}
const nothingChosen: Chosen = { kind: 'quote', from: '', to: '' };

export interface ChosenPair {
  /** Undefined until it is known what it begins with. */
  pair: Pair | undefined;
  kind: Kind;
  setPair: (pair: Pair) => void;
  setKind: (kind: Kind) => void;
  forget: () => void;
}

export function usePair(available: (coin: AssetCode) => string | undefined, areBalancesRead: boolean): ChosenPair {
  const [asked, follow] = useAsked('coin');
  const [{ kind, from, to }, keep, forget] = useKeptFields(nothingChosen, {
    name: 'swap',
    fields: ['kind', 'from', 'to'],
    over: (kept) => (isAsset(asked) && kept.from !== asked && kept.to !== asked ? { from: '', to: '' } : {}),
  });
  // Once: whatever becomes of the balances later, what is typed goes on counting the same coin.
  const [first, setFirst] = useState<Pair>();
  const needsBalances = isAsset(asked) && asked !== 'USDT';
  if (first === undefined && (areBalancesRead || !needsBalances)) setFirst(firstPair(asked, available));
  return {
    pair: isAsset(from) && isAsset(to) && from !== to ? { from, to } : first,
    kind,
    setPair(pair) {
      follow(pair.from === 'USDT' ? pair.to : pair.from);
      keep((now) => ({ ...now, ...pair }));
    },
    setKind: (next) => keep((now) => ({ ...now, kind: next })),
    forget,
  };
}
