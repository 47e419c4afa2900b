// One of a few: Segmented for two to four of equal weight, Chips for a row that may scroll. Arrow keys move, as in any radio group.
import { clsx } from 'clsx';
import { useId } from 'react';
import type { ReactNode } from 'react';

export interface Choice<Value extends string> {
  value: Value;
  label: ReactNode;
  /** Quieter, behind the label: a rate, a count. */
  note?: ReactNode;
  isDisabled?: boolean;
}

export interface ChoicesProps<Value extends string> {
  /** Says what is chosen; not seen. */
  label: string;
  choices: readonly Choice<Value>[];
  value: Value | undefined;
  onChange: (value: Value) => void;
  className?: string;
}

export function Segmented<Value extends string>({
  label,
  choices,
  value,
  onChange,
  className,
}: ChoicesProps<Value>): ReactNode {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={clsx('flex rounded-control bg-sunk p-1', className)}>
      {choices.map((choice) => (
        <label key={choice.value} className="relative flex min-w-0 flex-1">
          <Radio {...choice} name={name} isChosen={choice.value === value} onChange={onChange} isTall />
          <span className="flex min-h-9 flex-1 items-center justify-center rounded-[calc(0.06*var(--r))] px-3 text-center text-small font-strong text-secondary peer-checked:bg-card peer-checked:text-text peer-focus-visible:outline-2 peer-focus-visible:outline-accent peer-disabled:opacity-50">
            {choice.label}
          </span>
        </label>
      ))}
    </div>
  );
}

export interface ChipsProps<Value extends string> extends ChoicesProps<Value> {
  /** All of equal width in one row; else they are as wide as they need and scroll. */
  isEven?: boolean;
}

export function Chips<Value extends string>({
  label,
  choices,
  value,
  onChange,
  isEven,
  className,
}: ChipsProps<Value>): ReactNode {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={clsx('flex gap-2', isEven ? 'flex-wrap' : 'scroll-row', className)}
    >
      {choices.map((choice) => (
        <label key={choice.value} className={clsx('relative flex shrink-0 snap-start', isEven && 'min-w-fit flex-1')}>
          <Radio {...choice} name={name} isChosen={choice.value === value} onChange={onChange} />
          <span className="flex min-h-touch flex-1 items-center justify-center gap-1.5 rounded-control border border-line bg-card px-3 text-small text-text peer-checked:border-accent peer-checked:bg-accent-soft peer-checked:font-strong peer-checked:text-link peer-focus-visible:outline-2 peer-focus-visible:outline-accent peer-disabled:opacity-50">
            {choice.label}
            {choice.note !== undefined && (
              <span className={choice.value === value ? '' : 'text-faint'}>{choice.note}</span>
            )}
          </span>
        </label>
      ))}
    </div>
  );
}

interface RadioProps<Value extends string> extends Choice<Value> {
  name: string;
  isChosen: boolean;
  onChange: (value: Value) => void;
  /** Reaches into the frame around, to be a target of 44 px. */
  isTall?: boolean;
}

const Radio = <Value extends string>({ name, value, isChosen, isDisabled, isTall, onChange }: RadioProps<Value>) => (
  <input
    type="radio"
    name={name}
    value={value}
    checked={isChosen}
    disabled={isDisabled}
    className={clsx(
      'peer absolute inset-x-0 m-0 w-full cursor-pointer appearance-none opacity-0',
      isTall ? '-inset-y-1' : 'inset-y-0',
    )}
    onChange={() => onChange(value)}
  />
);
