// Brief messages: toast.success('…'). One at a time, read out; loading ones stay until they are replaced or closed.
import { create } from 'zustand';

export type ToastKind = 'success' | 'error' | 'notice' | 'loading';
export interface ToastMessage {
  id: number;
  kind: ToastKind;
  text: string;
}

/** How long they stay, ms: the spec's for the two successes, and long enough to read for the others. */
export const toastMs = { login: 1_000, register: 1_500, success: 2_000, notice: 3_500, error: 5_000 } as const;

export const useToast = create<{ toast: ToastMessage | undefined }>(() => ({ toast: undefined }));

let count = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function show(kind: ToastKind, text: string, ms: number | undefined): () => void {
  clearTimeout(timer);
  const id = ++count;
  useToast.setState({ toast: { id, kind, text } });
  const close = (): void => {
    if (useToast.getState().toast?.id === id) useToast.setState({ toast: undefined });
  };
  if (ms !== undefined) timer = setTimeout(close, ms);
  return close;
}

/** Each returns the function that closes it. */
export const toast = {
  success: (text: string, ms: number = toastMs.success) => show('success', text, ms),
  error: (text: string, ms: number = toastMs.error) => show('error', text, ms),
  notice: (text: string, ms: number = toastMs.notice) => show('notice', text, ms),
  /** Has no time-out. */
  loading: (text: string) => show('loading', text, undefined),
  close: () => useToast.setState({ toast: undefined }),
};
