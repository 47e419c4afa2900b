// One of a row of short words, as quiet as a line of text: the lengths of candles over a chart.
import { clsx } from 'clsx';
import { useId } from 'react';
import type { ReactNode } from 'react';
import type { ChoicesProps } from './choices.tsx';

export function TextChoices<Value extends string>({
  label,
  choices,
  value,
  onChange,
  className,
}: ChoicesProps<Value>): ReactNode {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={clsx('scroll-row flex min-w-0', className)}>
      {choices.map((choice) => (
        <label key={choice.value} className="relative flex flex-1 snap-start">
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            className="peer absolute inset-0 m-0 cursor-pointer appearance-none opacity-0"
            onChange={() => onChange(choice.value)}
          />
          <span className="flex min-h-touch min-w-touch flex-1 items-center justify-center px-1 text-small whitespace-nowrap text-secondary peer-checked:font-strong peer-checked:text-link peer-focus-visible:outline-2 peer-focus-visible:-outline-offset-2 peer-focus-visible:outline-accent">
            {choice.label}
          </span>
        </label>
      ))}
    </div>
  );
}
