// How often each call of the products was played, and what came of it.
import type { Answer } from './journal.ts';
import { playable, unplayed } from '../playable.ts';

export interface CallTally {
  note(call: string, answer: Answer): void;
  accepted: Map<string, number>;
  /** By the call and the refusal. */
  refused: Map<string, Map<string, number>>;
}

const add = (counts: Map<string, number>, name: string, by = 1): void => void counts.set(name, (counts.get(name) ?? 0) + by); // oxfmt-ignore

export function tallyCalls(of: readonly CallTally[] = []): CallTally {
  const accepted = new Map<string, number>();
  const refused = new Map<string, Map<string, number>>();
  const refusalsOf = (call: string): Map<string, number> => {
    const codes = refused.get(call) ?? new Map<string, number>();
    refused.set(call, codes);
    return codes;
  };
  for (const each of of) {
    for (const [call, count] of each.accepted) add(accepted, call, count);
    for (const [call, codes] of each.refused) for (const [code, count] of codes) add(refusalsOf(call), code, count);
  }
  return {
    accepted,
    refused,
    note: (call, answer) => (answer.ok ? add(accepted, call) : add(refusalsOf(call), answer.code)),
  };
}

/** A line for each call, and one for each product of which something is not played. */
export function describeCalls({ accepted, refused }: CallTally): string[][] {
  const played = playable.map(({ product, name }) => {
    const codes = [...(refused.get(name) ?? [])].map(([code, count]) => `${code} ${count}`);
    const no = codes.length === 0 ? '' : `, refused: ${codes.join(', ')}`;
    return [product, `${name} ${accepted.get(name) ?? 0}${no}`];
  });
  const left = unplayed.map(({ product, commands }) => ['not played', `${product}: ${commands.join(', ')}`]);
  return [...played, ...left];
}
