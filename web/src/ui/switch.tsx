import { clsx } from 'clsx';
import { useId } from 'react';
import type { ReactNode } from 'react';

export interface SwitchProps {
  label: ReactNode;
  note?: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean;
}

/** A setting that holds at once; the whole row is its target. */
export function Switch({ label, note, isOn, onChange, isDisabled }: SwitchProps): ReactNode {
  const id = useId();
  return (
    <label className="flex min-h-14 items-center gap-3 py-2">
      <span className="flex min-w-0 flex-1 flex-col">
        <span id={`${id}-label`} className="font-medium">
          {label}
        </span>
        {note !== undefined && (
          <span id={`${id}-note`} className="text-small text-faint">
            {note}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        // A checkbox says by itself whether it is checked; aria-checked is not allowed on it.
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
        role="switch"
        checked={isOn}
        disabled={isDisabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        className="peer unseen"
        onChange={(event) => onChange(event.target.checked)}
      />
      <span
        aria-hidden
        className={clsx(
          'flex h-7 w-12 shrink-0 items-center rounded-full p-0.5 transition-colors peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent peer-disabled:opacity-50',
          isOn ? 'justify-end bg-accent' : 'justify-start bg-line',
        )}
      >
        <span className="size-6 rounded-full bg-[white]" />
      </span>
    </label>
  );
}
