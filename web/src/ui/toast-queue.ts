// Which brief messages stand: one passing message at a time, in the order in which they came, and beside it the errors that nobody has read.

export type ToastKind = 'success' | 'error' | 'notice' | 'loading';
export interface ToastMessage {
  id: number;
  kind: ToastKind;
  text: string;
  /** How long a passing message stays once it shows. */
  ms: number;
  /** To what it is about, e.g. a receipt. */
  link?: { to: string; text: string } | undefined;
  /** What can be done about it. */
  act?: { text: string; onPress: () => void } | undefined;
}

export interface ToastState {
  /** Successes and notices: the first one shows. */
  passing: readonly ToastMessage[];
  /** What is under way: the newest shows as long as nothing passes. */
  loading: readonly ToastMessage[];
  /** Newest last. */
  errors: readonly ToastMessage[];
}

/** More would cover the page; the oldest give way. */
export const errorsMax = 2;
/** A message makes room for the next one after this long, ms. */
export const minimumMs = 2_000;

export const noToasts: ToastState = { passing: [], loading: [], errors: [] };

/** The same words are not shown twice: those that stand already begin anew. */
export function addToast(state: ToastState, message: ToastMessage): ToastState {
  const others = (list: readonly ToastMessage[]): ToastMessage[] => list.filter(({ text }) => text !== message.text);
  if (message.kind === 'loading') return { ...state, loading: [...state.loading, message] };
  if (message.kind === 'error') return { ...state, errors: [...others(state.errors), message].slice(-errorsMax) };
  return { ...state, passing: [...others(state.passing), message] };
}

export function removeToast(state: ToastState, id: number): ToastState {
  const others = (list: readonly ToastMessage[]): ToastMessage[] => list.filter((message) => message.id !== id);
  return {
    passing: others(state.passing),
    loading: others(state.loading),
    errors: others(state.errors),
  };
}

/** How long the passing message that shows may stay, counted from when it first showed. */
export const stayMs = ({ passing: [shown, next] }: ToastState): number | undefined =>
  shown && (next ? Math.min(shown.ms, minimumMs) : shown.ms);
