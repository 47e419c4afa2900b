import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { useKit } from './kit-provider.tsx';
import { Spinner } from './spinner.tsx';
import { TextLink } from './text-link.tsx';
import type { ToastKind, ToastMessage } from './toast-queue.ts';
import { closeToast, useToasts } from './toast.ts';

const icons: Record<ToastKind, ReactNode> = {
  success: <CircleCheck className="size-5 shrink-0 text-good" strokeWidth={1.75} aria-hidden />,
  error: <CircleAlert className="size-5 shrink-0 text-danger" strokeWidth={1.75} aria-hidden />,
  notice: <Info className="size-5 shrink-0 text-link" strokeWidth={1.75} aria-hidden />,
  loading: <Spinner />,
};

/**
 * Where toasts appear; once, in the shell. The live regions are always there, or else they would not be read out.
 * `isLow`: above the buttons at the foot of the page instead of below its header.
 */
export function Toaster({ isLow }: { isLow: boolean }): ReactNode {
  const { passing, loading, errors } = useToasts();
  const shown = passing[0] ?? loading.at(-1);
  return (
    <div className={clsx('toasts mx-auto flex max-w-column flex-col items-center gap-2', isLow && 'is-low')}>
      <div role="status" aria-live="polite">
        {shown && <Toast key={shown.id} message={shown} />}
      </div>
      <div role="alert" aria-live="assertive" aria-atomic={false} className="flex flex-col items-center gap-2">
        {errors.map((message) => (
          <Toast key={message.id} message={message} />
        ))}
      </div>
    </div>
  );
}

function Toast({ message: { id, kind, text, link, act, ms } }: { message: ToastMessage }): ReactNode {
  const { word } = useKit();
  const isError = kind === 'error';
  useEffect(() => (isError ? closeOnceRead(id, ms) : undefined), [isError, id, ms]);
  return (
    <div
      className={clsx(
        'rise-in pointer-events-auto flex min-h-touch w-fit max-w-full items-center gap-2 rounded-card border border-line bg-raised ps-3 text-body font-medium text-text shadow-lift',
        isError ? 'pe-0' : 'pe-4',
      )}
    >
      {icons[kind]}
      <span className="min-w-0 py-2">{text}</span>
      {link && <TextLink to={link.to}>{link.text}</TextLink>}
      {act && (
        <Button look="quiet" isSmall onPress={act.onPress}>
          {act.text}
        </Button>
      )}
      {isError && (
        <button
          type="button"
          aria-label={word('close')}
          className="grid size-touch shrink-0 place-items-center text-faint"
          onClick={() => closeToast(id)}
        >
          <X className="size-4" strokeWidth={1.75} aria-hidden />
        </button>
      )}
    </div>
  );
}

/** An error that has stood long enough to be read goes with what the person does next. */
function closeOnceRead(id: number, ms: number): () => void {
  const close = (): void => closeToast(id);
  const acts = ['pointerdown', 'keydown'] as const;
  const timer = setTimeout(() => {
    for (const act of acts) addEventListener(act, close, { once: true });
  }, ms);
  return () => {
    clearTimeout(timer);
    for (const act of acts) removeEventListener(act, close);
  };
}
