// When a form says what is wrong: once there was a chance to finish the field, and until it is mended. Pure.
import type { Fault } from '../text/refusal-text.ts';

/** A fault that no further digit can mend is said while it is typed. */
export type DraftFault = Fault & { isCertain?: true };
export type Faults<Fields> = { readonly [Name in keyof Fields]?: DraftFault | undefined };

export interface Progress<Fields> {
  /** Fields that there was a chance to finish. */
  finished: readonly (keyof Fields)[];
  /** Of the server, at the field that it is about. */
  refused: { name: keyof Fields; fault: Fault } | undefined;
}

export const newProgress = { finished: [], refused: undefined } as const;

/** What is said at a field. */
export function saidAt<Fields>(
  { finished, refused }: Progress<Fields>,
  faults: Faults<Fields>,
  name: keyof Fields,
): Fault | undefined {
  if (refused?.name === name) return refused.fault;
  const fault = faults[name];
  return fault && (fault.isCertain || finished.includes(name)) ? fault : undefined;
}

/** A field that is being typed, or begun anew, says nothing new; what it said already goes as soon as it is mended. */
export function afterChange<Fields>(
  { finished, refused }: Progress<Fields>,
  { changed, before, after }: { changed: Partial<Fields>; before: Faults<Fields>; after: Faults<Fields> },
): Progress<Fields> {
  const isStillSaid = (name: keyof Fields): boolean =>
    !isBlank(changed[name]) && before[name] !== undefined && after[name] !== undefined;
  return {
    finished: finished.filter((name) => !(name in changed) || isStillSaid(name)),
    refused: refused && refused.name in changed ? undefined : refused,
  };
}

const isBlank = (value: unknown): boolean => value === '' || value === false;

/** A field that was only passed through is no mistake yet. */
export function afterBlur<Fields>(
  progress: Progress<Fields>,
  name: keyof Fields,
  value: Fields[keyof Fields],
): Progress<Fields> {
  if (isBlank(value) || progress.finished.includes(name)) return progress;
  return { ...progress, finished: [...progress.finished, name] };
}

export const afterSubmit = <Fields>(
  { finished }: Progress<Fields>,
  names: readonly (keyof Fields)[],
): Progress<Fields> => ({ finished: [...new Set([...finished, ...names])], refused: undefined });
