// A time as how long it is ago or ahead, and exactly on its title.
import type { ReactNode } from 'react';
import { useNow } from '../session/now.ts';
import { useFormats } from '../text/texts.ts';

/** The clock that is shown moves in steps: what is nearer than that is now. */
const nearMs = 6_000;

export function Ago({ at }: { at: string | null }): ReactNode {
  const [formats, now] = [useFormats(), useNow()];
  if (at === null) return null;
  return (
    <time dateTime={at} title={formats.dateTime(at, 'seconds')}>
      {formats.relative(at, Math.abs(Date.parse(at) - now) < nearMs ? Date.parse(at) : now)}
    </time>
  );
}

export function At({ at }: { at: string | null }): ReactNode {
  const formats = useFormats();
  return at === null ? null : <time dateTime={at}>{formats.dateTime(at, 'seconds')}</time>;
}
