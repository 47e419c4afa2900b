// Every call there is. What is not listed here does not exist.
import * as accounts from './accounts.ts';
import * as alerts from './alerts.ts';
import * as catalogue from './catalogue.ts';
import * as conduct from './conduct.ts';
import * as contracts from './contracts.ts';
import * as corrections from './corrections.ts';
import * as demo from './demo.ts';
import type { Action, Endpoint } from './endpoint.ts';
import * as favourites from './favourites.ts';
import * as htxMarket from './htx-market.ts';
import * as ledger from './ledger.ts';
import * as market from './market.ts';
import * as marketIndex from './market-index.ts';
import * as options from './options.ts';
import * as receipts from './receipts.ts';

const exported: unknown[] = [
  accounts,
  alerts,
  catalogue,
  conduct,
  contracts,
  corrections,
  demo,
  favourites,
  htxMarket,
  ledger,
  market,
  marketIndex,
  options,
  receipts,
].flatMap((file) => Object.values(file));

const isCall = (value: unknown): value is Action | Endpoint =>
  typeof value === 'object' && value !== null && 'refusals' in value && 'payload' in value;

export const calls: readonly (Action | Endpoint)[] = exported.filter(isCall);
export const isEndpoint = (call: Action | Endpoint): call is Endpoint => 'path' in call;
export const endpoints: readonly Endpoint[] = calls.filter(isEndpoint);
export const actions: readonly Action[] = calls.filter((call): call is Action => !isEndpoint(call));
export const callName = (call: Action | Endpoint): string =>
  isEndpoint(call) ? `${call.method} ${call.path}` : call.name;

/** What any call may refuse with, besides its own refusals. */
export const commonRefusals = [
  'malformed', 'unknown-action', 'too-large', 'unsupported-media-type', 'too-many-requests', 'busy', 'outcome-unknown',
  'foreign-origin', 'login-required', 'not-yours', 'unknown-error', 'key-malformed', 'key-reused', 'demo-only', 'not-found',
] as const; // prettier-ignore
