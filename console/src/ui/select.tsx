// A choice among a few, in the browser's own list: quick by keys, and as wide as its place.
import { FieldBox, FieldNote } from '@candor/web/ui/field.tsx';
import { useId } from 'react';
import type { ReactNode } from 'react';

export interface SelectProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
  error?: string | undefined;
}

export function Select({ label, value, onChange, options, error }: SelectProps): ReactNode {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-small text-secondary">
        {label}
      </label>
      <FieldBox isWrong={error !== undefined}>
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="min-h-touch w-full rounded-control bg-transparent px-2 text-body text-text outline-none"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </FieldBox>
      <FieldNote id={`${id}-note`} error={error} />
    </div>
  );
}
