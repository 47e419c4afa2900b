// What a page of the console is to the bench: who opens it, and the calls that it makes.
import type { ConsoleClient, Endpoint, OperatorRole, Uuid } from '@candor/wire';

/** Of each desk a case, by its id on the wire. */
export interface Cases {
  loan: string;
  withdrawal: string;
  purchase: string;
  transfer: string;
  ticket: string;
  prize: string;
  period: string;
  proposal: string;
  /** One that a reviewer has claimed, with another of the same document. */
  identityCase: string;
}

/** Whose page is opened: an account with its number and its e-mail address, and cases of whomever. */
export interface Known {
  accountId: Uuid;
  number: string;
  email: string;
  cases: Cases;
}

export type Open = (client: ConsoleClient, known: Known) => Promise<unknown>;
export interface Page {
  roles: readonly OperatorRole[];
  open: Open;
}

/** Throws what came instead of an answer. */
export async function ask<One extends Endpoint>(
  client: ConsoleClient,
  call: One,
  payload: One['payload']['_zod']['input'],
): Promise<void> {
  let outcome = await client.call(call, payload as never);
  // A connection that the server closes as it is used again; a browser asks anew by itself.
  if (!outcome.ok && outcome.code === 'unreachable' && call.method === 'GET')
    outcome = await client.call(call, payload as never);
  if (!outcome.ok) throw new Error(`${call.path} answered ${outcome.code} ${JSON.stringify(outcome.facts)}`);
}
