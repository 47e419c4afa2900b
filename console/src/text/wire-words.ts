// Codes of wire in words. Where wire has a list of them, one without a word is a type error here; what is in no list is shown as it came.
import type {
  AuditAct,
  ContractResult,
  ContractSide,
  ContractState,
  CustomerBucket,
  DeliveryReason,
  GoodDrawing,
  HoldReason,
  HouseBucket,
  HouseMovementKind,
  IndexSourceName,
  ListedIdentityCase,
  ListedLoan,
  MovementKind,
  NoticeKindName,
  OperatorRole,
  OptionResult,
  OptionSide,
  PauseKind,
  PledgeOutcome,
  PrizeKind,
  ProposalState,
  PurchaseState,
  ResultProduct,
  SecurityEventKind,
  SwapResult,
  SwapReturnReason,
  WithdrawalStep,
  WithdrawalTrouble,
} from '@candor/wire';
import words from './en/words.json';
import type { NamesIn } from './keys.ts';
import { useT, type Translate } from './texts.ts';

interface Codes {
  audit: AuditAct;
  book: 'real' | 'bonus';
  bucket: CustomerBucket | HouseBucket;
  /** Why a message to a customer waits or has ended. */
  delivery: DeliveryReason;
  drawing: GoodDrawing;
  event: SecurityEventKind;
  hold: HoldReason;
  movement: MovementKind | HouseMovementKind;
  notice: NoticeKindName;
  pause: PauseKind;
  prize: PrizeKind;
  product: ResultProduct;
  role: OperatorRole;
  side: OptionSide | ContractSide;
  /** Of prices. */
  source: IndexSourceName;
  /** Of orders of all products, of proposals and of documents. */
  state: OptionResult | ContractState | ContractResult | SwapResult | SwapReturnReason | PledgeOutcome | PurchaseState | ListedLoan['state'] | WithdrawalStep | ProposalState | ListedIdentityCase['state']; // oxfmt-ignore
  trouble: WithdrawalTrouble;
  /** What an account was certified by. */
  verifier: 'identity' | 'demo';
}

export type CodeKind = keyof Codes;
type Needed = { [Kind in CodeKind]: `${Kind}_${Codes[Kind]}` }[CodeKind];
const known: Readonly<Record<Needed, string>> = words;

export function wordOf(t: Translate, kind: CodeKind, code: string): string {
  const name = `${kind}_${code}`;
  return Object.hasOwn(known, name) ? t(`words.${name as NamesIn<'words'>}`) : code;
}

export function useWords(): (kind: CodeKind, code: string) => string {
  const t = useT();
  return (kind, code) => wordOf(t, kind, code);
}

/** As a cell of a table. */
export function Word({ kind, code }: { kind: CodeKind; code: string }): string {
  return useWords()(kind, code);
}

/** What an account is certified by, where it is. */
export function Verifier({ by }: { by: string | null }): string {
  const word = useWords();
  return by === null ? '–' : word('verifier', by);
}
