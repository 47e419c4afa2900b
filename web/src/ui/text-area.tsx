// A labelled field for several lines; it grows with what is written. In a form: <TextArea {...form.field('message')} … />.
import { useId } from 'react';
import type { ReactNode } from 'react';
import { FieldBox, FieldNote } from './field.tsx';

export interface TextAreaProps {
  label: string;
  name?: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  maxLength?: number;
  hint?: ReactNode;
  /** What is wrong and what to do; shown instead of the hint. */
  error?: string | undefined;
}

export function TextArea({ label, hint, error, onChange, ...input }: TextAreaProps): ReactNode {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-small text-secondary">
        {label}
      </label>
      <FieldBox isWrong={error !== undefined}>
        <textarea
          // 16 px and more: below it, iOS zooms into the page at each tap.
          dir="auto"
          rows={4}
          {...input}
          onChange={(event) => onChange(event.target.value)}
          id={id}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={`${id}-note`}
          className="field-sizing-content max-h-80 min-h-28 w-full min-w-0 flex-1 resize-none bg-transparent px-3 py-3 text-[max(16px,1rem)] text-text outline-none"
        />
      </FieldBox>
      <FieldNote id={`${id}-note`} error={error}>
        {hint}
      </FieldNote>
    </div>
  );
}
