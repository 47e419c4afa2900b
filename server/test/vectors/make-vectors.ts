// The files of docs/vectors: name → text. Made from the simulated market alone, so that anyone gets the same.
import { contractVectors } from './contract-vectors.ts';
import { logVectors } from './log-vectors.ts';
import { optionVectors } from './option-vectors.ts';
import { canonicalVectors, correctionVectors, inputVectors, minuteVectors, tickVectors } from './record-vectors.ts';
import { swapVectors } from './swap-vectors.ts';

export function makeVectors(): Map<string, string> {
  const vectors: Record<string, object> = {
    'canonical-json': canonicalVectors(),
    ticks: tickVectors(),
    minutes: minuteVectors(),
    inputs: inputVectors(),
    corrections: correctionVectors(),
    'public-log': logVectors(),
    ...optionVectors(),
    ...contractVectors(),
    ...swapVectors(),
  };
  return new Map(Object.entries(vectors).map(([name, vector]) => [`${name}.json`, `${written(vector)}\n`]));
}

/** JSON with a line for each member and item, but for lists without lists or objects in them: a tick is one line. */
function written(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const members = Object.entries(value);
  const isPlain = isList && members.every(([, member]) => typeof member !== 'object' || member === null);
  if (members.length === 0 || isPlain) return JSON.stringify(value);
  const deeper = `${indent}  `;
  const lines = members.map(
    ([name, member]) => `${deeper}${isList ? '' : `${JSON.stringify(name)}: `}${written(member, deeper)}`,
  );
  return `${isList ? '[' : '{'}\n${lines.join(',\n')}\n${indent}${isList ? ']' : '}'}`;
}
