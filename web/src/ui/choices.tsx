// One of a few, in three looks. Arrow keys move, as in any radio group.
import { clsx } from 'clsx';
import { useId } from 'react';
import type { ReactNode } from 'react';

export interface Choice<Value extends string> {
  value: Value;
  label: ReactNode;
  /** Quieter, behind the label: a rate, a count. */
  note?: ReactNode;
  /** Read out instead of a label that only the eye can tell. */
  spoken?: string | undefined;
  /** What it is filled with when it is chosen, in one frame with others. */
  tone?: 'rise' | 'fall';
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

/** Two to four of equal weight in one frame; with very large letters in as many lines as they need. */
export const Segmented = <Value extends string>(props: ChoicesProps<Value>): ReactNode => (
  <RadioRow
    {...props}
    className={clsx('flex flex-wrap gap-y-2 rounded-control bg-sunk p-1', props.className)}
    place="min-w-min flex-1"
    face="flex min-h-9 flex-1 items-center justify-center rounded-[calc(0.06*var(--r))] px-3 text-center text-small font-strong text-secondary peer-focus-visible:outline-2 peer-focus-visible:outline-accent peer-disabled:opacity-50"
    isSegmented
  />
);

const chipFace =
  'flex min-h-touch flex-1 items-center justify-center gap-1.5 rounded-control border border-line bg-card px-3 text-small text-text wide:px-2 peer-checked:border-accent peer-checked:bg-accent-soft peer-checked:font-strong peer-checked:text-link peer-focus-visible:outline-2 peer-focus-visible:outline-accent peer-disabled:opacity-50';

export interface ChipsProps<Value extends string> extends ChoicesProps<Value> {
  /** All of equal width in one row; else they are as wide as they need and scroll. */
  isEven?: boolean;
}

export const Chips = <Value extends string>({ isEven, ...props }: ChipsProps<Value>): ReactNode => (
  <RadioRow
    {...props}
    className={clsx('flex gap-2', isEven ? 'flex-wrap' : 'scroll-row wide:flex-wrap wide:gap-1.5', props.className)}
    place={clsx('shrink-0 snap-start', isEven && 'min-w-fit flex-1')}
    face={chipFace}
  />
);

export const textChoiceFace =
  'flex min-h-touch items-center justify-center px-1 text-small whitespace-nowrap text-secondary wide:px-2';

/** A row of short words, as quiet as a line of text: the lengths of candles over a chart. */
export const TextChoices = <Value extends string>(props: ChoicesProps<Value>): ReactNode => (
  <RadioRow
    {...props}
    className={clsx('scroll-row flex min-w-0 wide:-ms-2', props.className)}
    place="flex-1 snap-start wide:flex-none"
    face={clsx(
      textChoiceFace,
      'min-w-9 flex-1 peer-checked:font-strong peer-checked:text-link peer-focus-visible:outline-2 peer-focus-visible:-outline-offset-2 peer-focus-visible:outline-accent',
    )}
  />
);

export interface CheckChipsProps<Value extends string> extends Omit<ChoicesProps<Value>, 'value' | 'onChange'> {
  values: readonly Value[];
  /** In the order of the choices. */
  onChange: (values: Value[]) => void;
}

/** Any number of a few. */
export function CheckChips<Value extends string>({
  label,
  choices,
  values,
  onChange,
}: CheckChipsProps<Value>): ReactNode {
  const toggle = (value: Value, isOn: boolean): void =>
    onChange(choices.map((choice) => choice.value).filter((one) => (one === value ? isOn : values.includes(one))));
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-2">
      {choices.map(({ value, label: name }) => (
        <label key={value} className="relative flex">
          <input
            type="checkbox"
            checked={values.includes(value)}
            className={inputFace}
            onChange={(event) => toggle(value, event.target.checked)}
          />
          <span className={chipFace}>{name}</span>
        </label>
      ))}
    </div>
  );
}

const inputFace = 'peer absolute inset-x-0 inset-y-0 m-0 w-full cursor-pointer appearance-none opacity-0';

const fills = {
  plain: 'peer-checked:bg-chosen peer-checked:text-text',
  rise: 'peer-checked:bg-rise peer-checked:text-on-rise',
  fall: 'peer-checked:bg-fall peer-checked:text-on-fall',
};

interface RadioRowProps<Value extends string> extends ChoicesProps<Value> {
  /** Of one choice within the row, and of what is seen of it. */
  place: string;
  face: string;
  /** Its targets reach into the frame around, to be 44 px high, and the chosen one is filled. */
  isSegmented?: boolean;
}

function RadioRow<Value extends string>(props: RadioRowProps<Value>): ReactNode {
  const { label, choices, value, onChange, className, place, face, isSegmented } = props;
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={className}>
      {choices.map((choice) => (
        <label key={choice.value} className={clsx('relative flex', place)}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            disabled={choice.isDisabled}
            aria-label={choice.spoken}
            className={clsx(
              'peer absolute inset-x-0 m-0 w-full cursor-pointer appearance-none opacity-0',
              isSegmented ? '-inset-y-1' : 'inset-y-0',
            )}
            onChange={() => onChange(choice.value)}
          />
          <span className={clsx(face, isSegmented && fills[choice.tone ?? 'plain'])}>
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
