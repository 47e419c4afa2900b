import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Spinner } from './spinner.tsx';
import { useSurroundings } from './surroundings.tsx';
import { toast as say, useToast } from './toast.ts';
import type { ToastKind } from './toast.ts';

const icons: Record<ToastKind, ReactNode> = {
  success: <CircleCheck className="size-5 shrink-0 text-good" strokeWidth={1.75} aria-hidden />,
  error: <CircleAlert className="size-5 shrink-0 text-danger" strokeWidth={1.75} aria-hidden />,
  notice: <Info className="size-5 shrink-0 text-link" strokeWidth={1.75} aria-hidden />,
  loading: <Spinner />,
};

/** Where toasts appear; once, in the shell. The live regions are always there, or else they would not be read out. */
export function Toaster(): ReactNode {
  const { word } = useSurroundings();
  const { toast } = useToast();
  const isError = toast?.kind === 'error';
  const box = toast && (
    <div
      key={toast.id}
      className={clsx(
        'rise-in pointer-events-auto flex min-h-touch w-fit max-w-full items-center gap-2 rounded-card border border-line bg-raised ps-3 text-body font-medium text-text shadow-lift',
        isError ? 'pe-0' : 'pe-4 py-2',
      )}
    >
      {icons[toast.kind]}
      <span className="min-w-0 py-2">{toast.text}</span>
      {isError && (
        <button
          type="button"
          aria-label={word('close')}
          className="grid size-touch shrink-0 place-items-center text-faint"
          onClick={say.close}
        >
          <X className="size-4" strokeWidth={1.75} aria-hidden />
        </button>
      )}
    </div>
  );
  return (
    <div className="pointer-events-none fixed inset-x-4 wide:start-64 top-[calc(env(safe-area-inset-top)+var(--header)+0.5rem)] z-60 mx-auto flex max-w-column justify-center">
      <div role="status" aria-live="polite">
        {!isError && box}
      </div>
      <div role="alert" aria-live="assertive">
        {isError && box}
      </div>
    </div>
  );
}
