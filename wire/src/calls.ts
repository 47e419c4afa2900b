// Every call of customers. What is listed neither here nor in console-calls.ts does not exist.
import type { Action, Endpoint } from './endpoint.ts';
import * as ledger from './ledger.ts';
import * as products from './products.ts';
import { isCommon, refusalCodes } from './refusals.ts';
import type { RefusalCode } from './refusals.ts';

export const isCall = (value: unknown): value is Action | Endpoint =>
  typeof value === 'object' && value !== null && 'refusals' in value && 'payload' in value;

export const calls: readonly (Action | Endpoint)[] = (Object.values({ ...products, ...ledger }) as unknown[]).filter(
  isCall,
);
export const isEndpoint = (call: Action | Endpoint): call is Endpoint => 'path' in call;
export const endpoints: readonly Endpoint[] = calls.filter(isEndpoint);
export const actions: readonly Action[] = calls.filter((call): call is Action => !isEndpoint(call));
export const callName = (call: Action | Endpoint): string =>
  isEndpoint(call) ? `${call.method} ${call.path}` : call.name;

/** What any call may refuse with, besides its own refusals. */
export const commonRefusals: readonly RefusalCode[] = refusalCodes.filter(isCommon);
