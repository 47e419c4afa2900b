// What each kind of act is filled in with, and the body that follows. Pure; the server checks it all again.
import { goodLanguages, parseAmount, type ActKind } from '@candor/wire';
import type { TextKey } from '../text/keys.ts';

export interface ActField {
  name: string;
  label: TextKey;
  /** minute: a time, sent as ms. roles: any number of them. yes-no: no unless chosen. amount and count: read as people write them, sent as plain decimal text. */
  type:
    | 'text'
    | 'amount'
    | 'count'
    | 'bucket'
    | 'book'
    | 'coin'
    | 'minute'
    | 'correction'
    | 'roles'
    | 'drawing'
    | 'prize'
    | 'yes-no';
}

const coin: ActField = { name: 'coin', label: 'facts.coin', type: 'coin' };
const account: ActField = { name: 'account_id', label: 'facts.account_id', type: 'text' };
const name: ActField = { name: 'name', label: 'facts.name', type: 'text' };
const money: readonly ActField[] = [
  { name: 'coin', label: 'facts.coin', type: 'text' },
  { name: 'amount', label: 'facts.amount', type: 'amount' },
  { name: 'book', label: 'facts.book', type: 'book' },
  { name: 'bucket', label: 'facts.bucket', type: 'bucket' },
  { name: 'reference', label: 'facts.reference', type: 'text' },
];

const terms = [
  ['good_id', 'text'], ['price', 'amount'], ['tickets', 'count'], ['tickets_min', 'count'], ['winners', 'count'], ['rebate_share', 'amount'], ['prize_kind', 'prize'], ['prize', 'amount'], ['open_minutes', 'count'], ['series', 'count'], ['pays_buyers', 'yes-no'],
] as const; // oxfmt-ignore

export const actFields: Record<ActKind, readonly ActField[]> = {
  'halt-coin': [coin, { name: 'reason', label: 'acts.publicReason', type: 'text' }],
  'reopen-coin': [coin],
  'correct-candle': [
    coin,
    { name: 'minute_ms', label: 'facts.minute_ms', type: 'minute' },
    { name: 'reason', label: 'acts.reason', type: 'correction' },
    { name: 'note', label: 'acts.publicNote', type: 'text' },
  ],
  'house-money-in': money,
  'house-money-out': money,
  'freeze-account': [account],
  'release-account': [account],
  'set-roles': [name, { name: 'roles', label: 'facts.roles', type: 'roles' }],
  'close-operator': [name],
  'renew-operator': [name],
  'end-declared-account': [name, { name: 'number', label: 'facts.number', type: 'text' }],
  // Terms have a place of their own, where what they say now is the start.
  'change-setting': [],
  // From the order, where it says what was received.
  'confirm-purchase': [],
  'record-refund': [{ name: 'purchase_id', label: 'facts.purchase_id', type: 'text' }],
  'return-transfer': [{ name: 'transfer_id', label: 'facts.transfer_id', type: 'text' }],
  'set-currency-rate': [
    { name: 'currency', label: 'facts.currency', type: 'text' },
    { name: 'per_usd', label: 'facts.per_usd', type: 'amount' },
  ],
  'approve-loan': [{ name: 'loan_id', label: 'facts.loan_id', type: 'text' }],
  'approve-identity': [{ name: 'case_id', label: 'facts.case_id', type: 'text' }],
  'add-good': [
    { name: 'good_id', label: 'facts.good_id', type: 'text' },
    { name: 'level', label: 'facts.level', type: 'text' },
    { name: 'drawing', label: 'facts.drawing', type: 'drawing' },
    ...goodLanguages.map((language): ActField => ({ name: language, label: `facts.${language}`, type: 'text' })),
  ],
  'open-period': terms.map(([field, type]): ActField => ({ name: field, label: `facts.${field}`, type })),
  'send-prize': [
    { name: 'order_id', label: 'facts.order_id', type: 'text' },
    { name: 'carrier', label: 'facts.carrier', type: 'text' },
    { name: 'tracking', label: 'facts.tracking', type: 'text' },
  ],
  'approve-withdrawal': [{ name: 'withdraw_id', label: 'facts.withdraw_id', type: 'text' }],
  'clear-deposit': [{ name: 'deposit_id', label: 'facts.deposit_id', type: 'text' }],
  'assign-deposit': [{ name: 'deposit_id', label: 'facts.deposit_id', type: 'text' }, account],
  'credit-contract-payment': [
    { name: 'payment_id', label: 'facts.payment_id', type: 'text' },
    { name: 'txid', label: 'facts.txid', type: 'text' },
  ],
  'dismiss-contract-payment': [{ name: 'payment_id', label: 'facts.payment_id', type: 'text' }],
  'follow-chain-again': [
    { name: 'network', label: 'facts.network', type: 'text' },
    { name: 'from_block', label: 'facts.from_block', type: 'count' },
  ],
  'give-back-payment': [{ name: 'withdraw_id', label: 'facts.withdraw_id', type: 'text' }],
  'offer-experience-account': [account],
  'choose-conduct': [{ name: 'jurisdiction', label: 'facts.jurisdiction', type: 'text' }],
};

/** Roles are one text with spaces between. Undefined where something is left out that must be there, or is no amount. */
export function bodyOf(kind: ActKind, typed: Readonly<Record<string, string>>): Record<string, unknown> | undefined {
  const entries = actFields[kind].map(({ name: field, type }): [string, unknown] => {
    const text = (typed[field] ?? '').trim();
    if (type === 'roles') return [field, text === '' ? [] : text.split(' ')];
    if (type === 'minute') return [field, minuteOf(text)];
    if (type === 'amount' || type === 'count') return [field, parseAmount(text) === undefined ? undefined : text];
    if (type === 'bucket') return [field, text === '' ? 'bankroll' : text];
    if (type === 'book') return [field, text === '' ? 'real' : text];
    if (type === 'drawing') return [field, text === '' ? 'coins' : text];
    if (type === 'prize') return [field, text === '' ? 'coin' : text];
    if (type === 'yes-no') return [field, text === 'yes'];
    if (type === 'correction') return [field, text === '' ? 'bad-print' : text];
    return [field, text];
  });
  return entries.some(([, value]) => value === '' || value === undefined) ? undefined : Object.fromEntries(entries);
}

/** As a field of day and minute gives it, by the clock of the market (UTC). */
function minuteOf(text: string): number | undefined {
  const at = Date.parse(/^\d+$/.test(text) ? new Date(parseInt(text, 10)).toISOString() : `${text}Z`);
  return Number.isNaN(at) ? undefined : at - (at % 60_000);
}
