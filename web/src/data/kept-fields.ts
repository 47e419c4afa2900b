// What somebody has typed into a form outlives its page, in this tab and for the same person: another page, a log-in in between, a
// reload. Passwords and codes are never among it.
import { useEffect, useState } from 'react';
import { storedText, storeText } from '../device/stored-text.ts';
import { useSession, useUser } from '../session/session.ts';
import { navigate, useAddress } from '../ui/address.ts';

/** Which fields of which form are kept. */
export interface KeptAs<Fields> {
  name: string;
  fields: readonly (keyof Fields & string)[];
  /** Goes over what was kept: what the address names, and what there is instead of what is not to be had any more. */
  over?: (kept: Fields) => Partial<Fields>;
}

type Change<Fields> = (next: (now: Fields) => Fields) => void;

/** What was typed longer ago was meant for another moment. */
const keptMs = 3_600_000;
const place = 'candor.drafts';
const tab = (): Storage => sessionStorage;

interface Draft {
  at: number;
  fields: Record<string, unknown>;
}
/** By owner and form. Storage holds anyone's text. */
function readDrafts(): Record<string, Draft> {
  try {
    const read: unknown = JSON.parse(storedText(place, tab) ?? '{}');
    return typeof read === 'object' && read !== null ? (read as Record<string, Draft>) : {};
  } catch {
    return {};
  }
}

/** The fields of a draft that the form still has, each of its kind. */
export function withKept<Fields extends object>(
  first: Fields,
  draft: Draft | undefined,
  { kept, now }: { kept: readonly (keyof Fields & string)[]; now: number },
): Fields {
  if (typeof draft?.fields !== 'object' || !(now - draft.at >= 0 && now - draft.at < keptMs)) return first;
  const fields = { ...first };
  for (const name of kept) {
    const value = draft.fields[name];
    if (typeof value === typeof first[name] && typeof value !== 'object') fields[name] = value as Fields[typeof name];
  }
  return fields;
}

/** As useState; without `as` nothing is kept. The last function forgets the draft, once it was sent. */
export function useKeptFields<Fields extends object>(
  first: Fields | (() => Fields),
  as?: KeptAs<Fields>,
): [Fields, Change<Fields>, () => void] {
  const owner = useUser()?.account_id ?? '';
  const key = as && `${owner} ${as.name}`;
  // What a guest has typed here is theirs who logs in then.
  const keys = as && [key!, ` ${as.name}`];
  function begin(): Fields {
    const begun = typeof first === 'function' ? first() : first;
    if (!as) return begun;
    const kept = withKept(begun, newestOf(keys!), { kept: as.fields, now: Date.now() });
    return as.over ? { ...kept, ...as.over(kept) } : kept;
  }
  const [fields, setFields] = useState(begin);
  const [begun, setBegun] = useState(fields);
  // What counts one coin is not handed on to another: each has a draft of its own.
  const [name, setName] = useState(as?.name);
  if (as && as.name !== name) {
    const next = begin();
    setName(as.name);
    setFields(next);
    setBegun(next);
  }
  const kept = as && JSON.stringify(Object.fromEntries(as.fields.map((name) => [name, fields[name]])));
  useEffect(() => {
    if (key === undefined || fields === begun) return;
    const draft = { at: Date.now(), fields: JSON.parse(kept!) as Draft['fields'] };
    storeText(place, JSON.stringify({ ...readDrafts(), [key]: draft }), tab);
    // What else the form has is not kept and changes nothing of it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, kept]);
  return [fields, setFields, () => keys && forgetDrafts(keys)];
}

function newestOf(keys: readonly string[]): Draft | undefined {
  const drafts = readDrafts();
  return keys.map((key) => drafts[key]).toSorted((one, other) => (other?.at ?? 0) - (one?.at ?? 0))[0];
}

function forgetDrafts(keys: readonly string[]): void {
  const others = Object.entries(readDrafts()).filter(([key]) => !keys.includes(key));
  storeText(place, JSON.stringify(Object.fromEntries(others)), tab);
}

/** What a link has named, for `over`; with the function the address goes on naming what was chosen instead: a reload and a log-in lead back to that. */
export function useAsked(name: string): [asked: string | null, follow: (chosen: string) => void] {
  const { search } = useAddress();
  const asked = new URLSearchParams(search).get(name);
  return [
    asked,
    (chosen) => {
      if (asked === null || asked === chosen) return;
      const next = new URLSearchParams(search);
      next.set(name, chosen);
      navigate(`?${next}`, { replace: true });
    },
  ];
}

/** Whoever logs out leaves nothing for the next person at this device. */
useSession.subscribe(({ ended, user }, before) => {
  if (user === null && before.user !== null && ended === 'out') storeText(place, null, tab);
});
