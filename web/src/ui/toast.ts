// Brief messages: toast.success('…'). They queue and are read out; errors stay until closed or read, loading ones until closed.
import { create } from 'zustand';
import { addToast, noToasts, removeToast, stayMs } from './toast-queue.ts';
import type { ToastKind, ToastMessage, ToastState } from './toast-queue.ts';

/** How long they stay, ms: the spec's for the two successes, and long enough to read for the others. */
export const toastMs = { login: 1_000, register: 1_500, success: 2_000, notice: 3_500, ending: 6_000, error: 5_000 } as const; // oxfmt-ignore

export const useToasts = create<ToastState>(() => noToasts);

let count = 0;
let shown: { id: number; since: number; stay: number; timer: ReturnType<typeof setTimeout> } | undefined;

useToasts.subscribe((state) => {
  const [message] = state.passing;
  const stay = stayMs(state);
  if (shown?.id === message?.id && shown?.stay === stay) return;
  clearTimeout(shown?.timer);
  if (!message || stay === undefined) return void (shown = undefined);
  const now = performance.now();
  const since = shown?.id === message.id ? shown.since : now;
  const timer = setTimeout(() => closeToast(message.id), Math.round(since + stay - now));
  shown = { id: message.id, since, stay, timer };
});

export const closeToast = (id: number): void => useToasts.setState((state) => removeToast(state, id));

function show(message: Omit<ToastMessage, 'id'>): () => void {
  const id = ++count;
  useToasts.setState((state) => addToast(state, { ...message, id }));
  return () => closeToast(id);
}

const passing = (kind: ToastKind) => (text: string, ms?: number, link?: ToastMessage['link']) =>
  show({ kind, text, ms: ms ?? toastMs[kind === 'success' ? 'success' : 'notice'], link });

/** Each returns the function that closes it. */
export const toast = {
  success: passing('success'),
  notice: passing('notice'),
  /** Stays until closed, or until the next press after it has stood long enough to be read. */
  error: (text: string, link?: ToastMessage['link']) => show({ kind: 'error', text, ms: toastMs.error, link }),
  /** Stays until closed. */
  loading: (text: string) => show({ kind: 'loading', text, ms: 0 }),
  /** The same, with what ends it. */
  waiting: (text: string, act: ToastMessage['act']) => show({ kind: 'loading', text, ms: 0, act }),
};
