// Codes of wire in words. Where wire has a list of them, one without a word is a type error here; what is in no list is shown as it came.
import type {
  ContractResult,
  ContractSide,
  ContractState,
  CustomerBucket,
  GoodDrawing,
  HoldReason,
  HouseBucket,
  HouseMovementKind,
  ListedLoan,
  MovementKind,
  OptionResult,
  OptionSide,
  PauseKind,
  PledgeOutcome,
  PrizeKind,
  PurchaseState,
  ResultProduct,
  SecurityEventKind,
  SwapResult,
  SwapReturnReason,
  WithdrawalStep,
} from '@candor/wire';
import words from './en/words.json';
import type { NamesIn } from './keys.ts';
import { useT } from './texts.ts';

interface Codes {
  book: 'real' | 'bonus';
  bucket: CustomerBucket | HouseBucket;
  drawing: GoodDrawing;
  event: SecurityEventKind;
  hold: HoldReason;
  movement: MovementKind | HouseMovementKind;
  pause: PauseKind;
  prize: PrizeKind;
  product: ResultProduct;
  side: OptionSide | ContractSide;
  /** Of orders of all products. */
  state: OptionResult | ContractState | ContractResult | SwapResult | SwapReturnReason | PledgeOutcome | PurchaseState | ListedLoan['state'] | WithdrawalStep; // oxfmt-ignore
}

export type CodeKind = keyof Codes;
type Needed = { [Kind in CodeKind]: `${Kind}_${Codes[Kind]}` }[CodeKind];
const known: Readonly<Record<Needed, string>> = words;

export function useWords(): (kind: CodeKind, code: string) => string {
  const t = useT();
  return (kind, code) => {
    const name = `${kind}_${code}`;
    return name in known ? t(`words.${name as NamesIn<'words'>}`) : code;
  };
}

/** As a cell of a table. */
export function Word({ kind, code }: { kind: CodeKind; code: string }): string {
  return useWords()(kind, code);
}
