// Time that runs out, as a ring with what is left in its middle.
import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useSurroundings } from './surroundings.tsx';

export interface CountdownProps {
  /** Epoch ms by this device's clock; take the server's times through serverNow's offset first. */
  endsAt: number;
  /** The whole length, ms: what a full ring stands for. */
  lengthMs: number;
  /** The present, ms; the device's clock unless the caller knows the server's. */
  now?: () => number;
  size?: 'small' | 'normal' | 'large';
  tone?: 'accent' | 'rise' | 'fall' | 'warn';
  onEnd?: () => void;
  label?: string;
}

const sizes = { small: 'size-7', normal: 'size-14', large: 'size-23' };
const tones = { accent: 'text-accent', rise: 'text-rise', fall: 'text-fall', warn: 'text-warn' };
const radius = 43;
const around = 2 * Math.PI * radius;

export function Countdown(props: CountdownProps): ReactNode {
  const { endsAt, lengthMs, now = Date.now, size = 'normal', tone = 'accent', onEnd, label } = props;
  const { formats, word } = useSurroundings();
  const leftMs = useLeft({ endsAt, now, onEnd });
  const share = Math.min(1, Math.max(0, leftMs / lengthMs));
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  return (
    <span className={clsx('relative inline-grid shrink-0 place-items-center', sizes[size])}>
      <svg
        viewBox="0 0 100 100"
        className={clsx('absolute inset-0 -rotate-90', tones[tone])}
        aria-hidden
        focusable={false}
      >
        <circle cx="50" cy="50" r={radius} fill="none" strokeWidth="7" className="stroke-line" />
        <circle
          cx="50"
          cy="50"
          r={radius}
          fill="none"
          strokeWidth="7"
          strokeLinecap="round"
          stroke="currentColor"
          strokeDasharray={around}
          strokeDashoffset={around * (1 - share)}
        />
      </svg>
      {size !== 'small' && (
        <span className="flex flex-col items-center leading-tight" aria-hidden>
          <bdi dir="ltr" className={clsx('figure font-strong', size === 'large' ? 'text-title' : 'text-small')}>
            {seconds < 100 ? seconds : formats.countdown(leftMs)}
          </bdi>
          {size === 'large' && seconds < 100 && (
            <span className="text-tiny text-faint">{word('seconds', { count: seconds })}</span>
          )}
        </span>
      )}
      {/* Read out in steps, not at each second. */}
      <span role="timer" aria-live="off" className="unseen">
        {label} {word('secondsLeft', { count: seconds })}
      </span>
    </span>
  );
}

/** Ms left, told ten times a second and once at the end. */
export function useLeft({
  endsAt,
  now,
  onEnd,
}: {
  endsAt: number;
  now: () => number;
  onEnd?: (() => void) | undefined;
}): number {
  const [leftMs, setLeft] = useState(() => endsAt - now());
  useEffect(() => {
    let hasEnded = false;
    const look = (): void => {
      const left = endsAt - now();
      setLeft(left);
      if (left > 0 || hasEnded) return;
      hasEnded = true;
      clearInterval(timer);
      onEnd?.();
    };
    const timer = setInterval(look, 100);
    look();
    return () => clearInterval(timer);
  }, [endsAt, now, onEnd]);
  return Math.max(0, leftMs);
}
