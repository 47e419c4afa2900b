// Time that runs out, as a ring with what is left in its middle.
import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useKit } from './kit-provider.tsx';
import { useSecondsLeft } from './seconds-left.ts';

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
const stepMs = 100;

export function Countdown(props: CountdownProps): ReactNode {
  const { endsAt, lengthMs, now = Date.now, size = 'normal', tone = 'accent', onEnd, label } = props;
  const { formats, word } = useKit();
  const seconds = useSecondsLeft({ endsAt, now, onEnd });
  const ring = useRing({ endsAt, lengthMs, now });
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
          ref={ring}
          cx="50"
          cy="50"
          r={radius}
          fill="none"
          strokeWidth="7"
          strokeLinecap="round"
          stroke="currentColor"
          strokeDasharray={around}
        />
      </svg>
      {size !== 'small' && (
        <span className="flex flex-col items-center leading-tight" aria-hidden>
          <bdi dir="ltr" className={clsx('figure font-strong', size === 'large' ? 'text-title' : 'text-small')}>
            {seconds < 100 ? seconds : formats.countdown(seconds * 1000)}
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

/** The ring runs by itself, in steps that one can see; it is set right where the clock was. */
function useRing({ endsAt, lengthMs, now }: { endsAt: number; lengthMs: number; now: () => number }) {
  const circle = useRef<SVGCircleElement>(null);
  const running = useRef<Animation>(undefined);
  useEffect(() => {
    const easing = `steps(${Math.max(1, Math.ceil(lengthMs / stepMs))})`;
    const frames = { strokeDashoffset: ['0', `${around}`] };
    running.current = circle.current?.animate(frames, { duration: lengthMs, easing, fill: 'both' });
    return () => running.current?.cancel();
  }, [lengthMs]);
  useEffect(() => {
    const spentMs = lengthMs - (endsAt - now());
    const { current: ring } = running;
    if (ring && Math.abs((ring.currentTime as number) - spentMs) > stepMs) ring.currentTime = spentMs;
  });
  return circle;
}
