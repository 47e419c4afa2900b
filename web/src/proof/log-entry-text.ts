// What an entry of the log says, for people: its kind in words, and the few facts that need none.
import type { TextKey } from '../text/keys.ts';

export interface ShownEntry {
  seq: number;
  at: number;
  /** Its kind as the log names it where there are no words for it. */
  title: TextKey | undefined;
  kind: string;
  /** Codes, names and figures. */
  facts: string;
}

const titles = {
  'conduct-profile': 'proof.rules',
  'conduct-choice': 'proof.rules',
  'option-terms': 'shell.menuSeconds',
  'contract-terms': 'shell.menuCfd',
  setting: 'proof.changes',
  'candle-correction': 'shell.corrections',
  halt: 'proof.halt',
  reopening: 'proof.reopening',
  'house-money': 'proof.houseMoney',
  'signing-key': 'corrections.signature',
  'ended-orders': 'proof.endedOrders',
  'audit-head': 'proof.auditHead',
} as const satisfies Record<string, TextKey>;

/** Shown of a body, in this order, where they are there. */
const shownFields = [
  'coin',
  'name',
  'paid_in',
  'jurisdiction',
  'version',
  'payout_rate',
  'fee_rate',
  'lever_max',
  'mode',
  'count',
  'entries',
  'signing_key',
  'proposed_by',
  'approved_by',
];

/** Undefined of what is no entry. `amountText`: as the person writes amounts. */
export function entryText(leaf: string, amountText: (amount: string) => string): ShownEntry | undefined {
  try {
    const { seq, at_ms: at, kind, body } = JSON.parse(leaf) as Record<string, unknown>;
    if (typeof seq !== 'number' || typeof at !== 'number' || typeof kind !== 'string') return undefined;
    const title = Object.hasOwn(titles, kind) ? titles[kind as keyof typeof titles] : undefined;
    return { seq, at, title, kind, facts: factsOf(body, amountText).join(' · ') };
  } catch {
    return undefined;
  }
}

const factsOf = (body: unknown, amountText: (amount: string) => string): string[] =>
  shownFields.flatMap((name) => {
    const value = (body as Record<string, unknown> | null)?.[name];
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    if (name === 'paid_in') return [amountText(String(value))];
    if (name === 'version') return [`v${value}`];
    return [name === 'signing_key' ? `${String(value).slice(0, 16)}…` : String(value)];
  });
