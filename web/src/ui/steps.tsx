import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useKit } from './kit-provider.tsx';

export interface StepsProps {
  label: string;
  steps: readonly { title: string; note?: ReactNode }[];
  /** Place of the one that is under way; as many as there are when all are done. */
  now: number;
}

/** Review → approved → sent → confirmed. */
export function Steps({ label, steps, now }: StepsProps): ReactNode {
  const { word } = useKit();
  return (
    <ol aria-label={label} className="flex flex-col">
      {steps.map(({ title, note }, place) => {
        const state = place < now ? 'done' : place === now ? 'now' : 'later';
        return (
          <li
            key={title}
            aria-current={state === 'now' ? 'step' : undefined}
            className="relative flex gap-3 pb-4 last:pb-0"
          >
            {place < steps.length - 1 && (
              <span
                aria-hidden
                className={clsx(
                  'absolute start-3 top-6 bottom-0 w-0.5 -translate-x-1/2 rtl:translate-x-1/2',
                  state === 'done' ? 'bg-accent' : 'bg-line',
                )}
              />
            )}
            <span
              aria-hidden
              className={clsx(
                'grid size-6 shrink-0 place-items-center rounded-full text-tiny font-strong',
                state === 'later'
                  ? 'bg-sunk text-faint'
                  : state === 'now'
                    ? 'bg-accent-soft text-link outline-2 outline-accent'
                    : 'bg-accent text-on-accent',
              )}
            >
              {state === 'done' ? <Check className="size-3.5" strokeWidth={2.5} /> : place + 1}
            </span>
            <span className="flex min-w-0 flex-col">
              <span className={state === 'later' ? 'text-secondary' : 'font-medium'}>
                {title}
                {state === 'done' && <span className="unseen"> ({word('stepDone')})</span>}
              </span>
              {note !== undefined && <span className="text-small text-faint">{note}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
