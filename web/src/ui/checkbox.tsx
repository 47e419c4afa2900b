// A consent: the box and its words are one target, but links inside the words stay links.
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { FieldNote } from './field.tsx';

export interface CheckboxProps {
  value: boolean;
  onChange: (value: boolean) => void;
  onBlur?: () => void;
  children: ReactNode;
  error?: string | undefined;
}

export function Checkbox({ value, onChange, onBlur, children, error }: CheckboxProps): ReactNode {
  const id = useId();
  return (
    <div className="relative flex flex-col gap-1">
      <label className="flex min-h-touch items-start gap-3 py-2 text-small text-secondary">
        <span className="relative mt-px grid size-5 shrink-0 place-items-center">
          <input
            type="checkbox"
            checked={value}
            onChange={(event) => onChange(event.target.checked)}
            onBlur={onBlur}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error === undefined ? undefined : `${id}-note`}
            className={clsx(
              'peer absolute inset-0 m-0 size-full appearance-none rounded-[calc(0.05*var(--r))] border bg-card checked:border-accent checked:bg-accent',
              error === undefined ? 'border-faint' : 'border-danger',
            )}
          />
          <Check
            className="pointer-events-none relative size-4 text-on-accent opacity-0 peer-checked:opacity-100"
            strokeWidth={2.5}
            aria-hidden
          />
        </span>
        <span className="min-w-0 flex-1">{children}</span>
      </label>
      <FieldNote id={`${id}-note`} error={error} />
    </div>
  );
}
