// The client of the console: the one of customers, which knows what operators are told no for as well.
import { createClient } from './client.ts';
import type { Client, ClientOptions } from './client.ts';
import { isAnyRefusalCode } from './refusal-catalogue.ts';
import type { RefusalCode } from './refusals.ts';

export type ConsoleClient = Client<RefusalCode | 'unreachable'>;

export const createConsoleClient = (options: Omit<ClientOptions, 'isRefusal'>): ConsoleClient =>
  createClient({ ...options, isRefusal: isAnyRefusalCode });
