// The place of a countdown before it starts and after it ended: it turns while something is awaited, then shows how it came out.
import { clsx } from 'clsx';
import { Check, Equal, Minus, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';

export type RingState = 'busy' | 'win' | 'lose' | 'tie' | 'void';

const icons = { win: Check, lose: Minus, tie: Equal, void: RotateCcw };

export function WaitingRing({ state }: { state: RingState }): ReactNode {
  const Mark = state === 'busy' ? undefined : icons[state];
  return (
    <span
      className={clsx(
        'relative grid size-23 shrink-0 place-items-center',
        state === 'win' ? 'text-rise' : 'text-secondary',
      )}
      aria-hidden
    >
      <svg
        viewBox="0 0 100 100"
        className={clsx('absolute inset-0', state === 'busy' && 'animate-spin text-accent')}
        focusable={false}
      >
        <circle cx="50" cy="50" r="43" fill="none" strokeWidth="7" className="stroke-line" />
        <circle
          cx="50"
          cy="50"
          r="43"
          fill="none"
          strokeWidth="7"
          strokeLinecap="round"
          stroke="currentColor"
          strokeDasharray={state === 'busy' ? '60 300' : undefined}
        />
      </svg>
      {Mark && <Mark className="size-9" strokeWidth={2} />}
    </span>
  );
}
