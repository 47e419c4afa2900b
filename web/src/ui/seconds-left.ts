// What is left of a time in whole seconds: whoever shows it is drawn again when the figure changes, and not between.
import { useEffect, useState } from 'react';

export interface Ending {
  /** Epoch ms. */
  endsAt: number;
  /** The present, ms. */
  now: () => number;
}

export const secondsUntil = ({ endsAt, now }: Ending): number => Math.max(0, Math.ceil((endsAt - now()) / 1000));

/** Calls back with each new figure, with 0 when the time is up; returns the function that ends it. */
export function followSeconds(ending: Ending, onChange: (seconds: number) => void): () => void {
  let last: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function look(): void {
    const seconds = secondsUntil(ending);
    const leftMs = ending.endsAt - ending.now();
    // Also past the end: a clock that ran ahead is put right.
    timer = setTimeout(look, leftMs > 0 ? leftMs % 1000 || 1000 : 1000);
    if (seconds !== last) onChange(seconds);
    last = seconds;
  }
  look();
  return () => clearTimeout(timer);
}

export function useSecondsLeft({ endsAt, now, onEnd }: Ending & { onEnd?: (() => void) | undefined }): number {
  const [seconds, setSeconds] = useState(() => secondsUntil({ endsAt, now }));
  useEffect(
    () =>
      followSeconds({ endsAt, now }, (left) => {
        setSeconds(left);
        if (left === 0) onEnd?.();
      }),
    [endsAt, now, onEnd],
  );
  return seconds;
}

/** Draws again once, when the time is up. */
export function useIsOver({ endsAt, now }: Ending): boolean {
  const [over, setOver] = useState<number>();
  useEffect(() => followSeconds({ endsAt, now }, (left) => setOver(left === 0 ? endsAt : undefined)), [endsAt, now]);
  return over === endsAt;
}
