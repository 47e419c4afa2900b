// Where the app is: the part of the address after #, and the ways to go elsewhere. The browser's history is the only state;
// each entry of ours has a number, and what was handed to its page.
import { createContext, useContext } from 'react';

/** How one came to an address: along the history, or by opening a page beside or in place of the last one. */
export type Passage = 'pop' | 'push' | 'replace';

export interface Address {
  pathname: string;
  /** With its question mark; empty without one. */
  search: string;
  /** What whoever opened the page handed to it. */
  state: unknown;
  /** Of this entry of the history. */
  key: string;
  passage: Passage;
}

interface Entry {
  /** How many entries of ours lie before it. */
  idx?: number;
  key?: string;
  usr?: unknown;
}

export interface NavigateOptions {
  /** In place of the present page, to which back does not lead then. */
  replace?: boolean;
  state?: unknown;
}

type Listener = (passage: Passage) => void;
const listeners = new Set<Listener>();

const entry = (): Entry => (history.state ?? {}) as Entry;
const newKey = (): string => Math.random().toString(36).slice(2, 10);

/** As the address bar has it: `/bills?coin=BTC`. */
export function addressInBar(): string {
  const text = location.hash.slice(1);
  return text.startsWith('/') ? text : `/${text}`;
}

export function readAddress(passage: Passage): Address {
  const [, pathname = '/', search = ''] = /^([^?#]*)(\?[^#]*)?/.exec(addressInBar())!;
  const { key = 'first', usr = null } = entry();
  return { pathname, search, state: usr, key, passage };
}

/** To a path of the app; `?…` is another search of the same path. */
export function navigate(to: string, { replace = false, state = null }: NavigateOptions = {}): void {
  const path = to.startsWith('?') ? readAddress('pop').pathname + to : to;
  const { idx = 0 } = entry();
  const next: Entry = { usr: state, key: newKey(), idx: replace ? idx : idx + 1 };
  if (replace) history.replaceState(next, '', `#${path}`);
  else history.pushState(next, '', `#${path}`);
  for (const listener of listeners) listener(replace ? 'replace' : 'push');
}

/** Back where the app has a page before this one, else to the page named. */
export function goBack(otherwise: string): void {
  const { idx = 0 } = entry();
  if (idx > 0) history.back();
  else navigate(otherwise, { replace: true });
}

/** Hears of every change of the address until the returned function is called. */
export function followAddress(listener: Listener): () => void {
  if (entry().idx === undefined) history.replaceState({ ...entry(), idx: 0 }, '');
  const onPop = (): void => listener('pop');
  listeners.add(listener);
  addEventListener('popstate', onPop);
  return () => {
    listeners.delete(listener);
    removeEventListener('popstate', onPop);
  };
}

/** A page without this router, as the operators' console, has links that the browser follows. */
export const isFollowed = (): boolean => listeners.size > 0;

const nowhere: Address = { pathname: '/', search: '', state: null, key: 'first', passage: 'pop' };
export const AddressContext = createContext(nowhere);
export const ParamsContext = createContext<Readonly<Record<string, string>>>({});

export const useAddress = (): Address => useContext(AddressContext);

/** What stands at the named places of the page's path, `:id`. */
export const useParams = (): Readonly<Record<string, string>> => useContext(ParamsContext);
