// A labelled input with its hint and its error. Works with react-hook-form: <Field {...form.register('name')} … />.
import { clsx } from 'clsx';
import { useId } from 'react';
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { useSurroundings } from './surroundings.tsx';

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'style' | 'size'> {
  label: string;
  hint?: ReactNode;
  /** What is wrong and what to do; shown instead of the hint. */
  error?: string | undefined;
  /** Inside the box, before and behind the text. */
  start?: ReactNode;
  end?: ReactNode;
  /** Says "optional" beside the label. */
  isOptional?: boolean;
  /** The label is read out only; for fields whose place says what they are. */
  hidesLabel?: boolean;
  ref?: Ref<HTMLInputElement>;
}

export function Field({
  label,
  hint,
  error,
  start,
  end,
  isOptional,
  hidesLabel,
  ref,
  ...input
}: FieldProps): ReactNode {
  const own = useId();
  const id = input.id ?? own;
  const { word } = useSurroundings();
  const hasNote = error !== undefined || hint !== undefined;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={hidesLabel ? 'unseen' : 'flex justify-between text-small text-secondary'}>
        {label}
        {isOptional && <span className="text-faint">{word('optional')}</span>}
      </label>
      <FieldBox isWrong={error !== undefined} isOff={input.disabled === true}>
        {start}
        <input
          dir="auto"
          {...input}
          ref={ref}
          id={id}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={hasNote ? `${id}-note` : undefined}
          className={clsx('w-full min-w-0 flex-1', fieldInputClass)}
        />
        {end}
      </FieldBox>
      {hasNote && (
        <FieldNote id={`${id}-note`} error={error}>
          {hint}
        </FieldNote>
      )}
    </div>
  );
}

/** 16 px and more: below it, iOS zooms into the page at each tap. */
export const fieldInputClass =
  'min-h-touch bg-transparent px-3 text-[max(16px,1rem)] text-text outline-none disabled:text-faint';

export const FieldBox = ({ isWrong, isOff, children }: { isWrong: boolean; isOff?: boolean; children: ReactNode }) => (
  <div
    className={clsx(
      'flex items-center rounded-control border bg-card focus-within:outline-2 focus-within:outline-accent',
      isWrong ? 'border-danger' : 'border-line focus-within:border-accent',
      isOff && 'bg-sunk',
    )}
  >
    {children}
  </div>
);

/** The hint, or in its place the error, which is read out when it comes. */
export const FieldNote = ({
  id,
  error,
  children,
}: {
  id: string;
  error?: string | undefined;
  children?: ReactNode;
}) => (
  <p id={id} aria-live="polite" className={clsx('text-small', error === undefined ? 'text-faint' : 'text-danger')}>
    {error ?? children}
  </p>
);
