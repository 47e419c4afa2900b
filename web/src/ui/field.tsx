// A labelled input with its hint and its error. In a form: <Field {...form.field('name')} … />.
import { clsx } from 'clsx';
import { useId } from 'react';
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { useKit } from './kit-provider.tsx';

export interface FieldProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'className' | 'style' | 'size' | 'value' | 'onChange'
> {
  label: string;
  value?: string;
  onChange?: (value: string) => void;
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
  onChange,
  ...input
}: FieldProps): ReactNode {
  const own = useId();
  const id = input.id ?? own;
  const { word } = useKit();
  return (
    <div className="relative flex min-w-0 flex-col gap-1">
      <label
        htmlFor={id}
        className={hidesLabel ? 'unseen' : 'flex flex-wrap justify-between gap-x-2 text-small text-secondary'}
      >
        {label}
        {isOptional && <span className="text-faint">{word('optional')}</span>}
      </label>
      <FieldBox isWrong={error !== undefined} isOff={input.disabled === true}>
        {start}
        <input
          dir="auto"
          {...input}
          onChange={(event) => onChange?.(event.target.value)}
          ref={ref}
          id={id}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={`${id}-note`}
          className={clsx('w-full min-w-0 flex-1', fieldInputClass)}
        />
        {end}
      </FieldBox>
      <FieldNote id={`${id}-note`} error={error}>
        {hint}
      </FieldNote>
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

/** The hint, or in its place the error. Only the error is read out when it comes, and only from a live region that was there before it. */
export const FieldNote = ({
  id,
  error,
  children,
}: {
  id: string;
  error?: string | undefined;
  children?: ReactNode;
}) => (
  <div id={id} className={clsx('text-small text-faint', error === undefined && children === undefined && 'unseen')}>
    {error === undefined && children}
    <span role="alert" className="text-danger">
      {error}
    </span>
  </div>
);
