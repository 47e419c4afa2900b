// Numbers that were drawn, appearing one after the other; all at once for those who want less motion.
import type { ReactNode } from 'react';

const stepMs = 220;

export const DrawnNumbers = ({
  label,
  numbers,
  own,
}: {
  label: string;
  numbers: readonly string[];
  own?: string | undefined;
}): ReactNode => (
  <ol aria-label={label} className="flex flex-wrap gap-2">
    {numbers.map((number, place) => (
      <li
        key={number}
        aria-current={number === own || undefined}
        className="rise-in min-w-12 rounded-full border border-line bg-raised px-3 py-2 text-center font-strong aria-[current]:border-good aria-[current]:bg-good-soft"
        style={{ animationDelay: `${Math.min(place, 12) * stepMs}ms`, animationFillMode: 'backwards' }}
      >
        <bdi dir="ltr" className="figure">
          {number}
        </bdi>
      </li>
    ))}
  </ol>
);
