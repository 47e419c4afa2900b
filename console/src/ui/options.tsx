import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface OptionsProps {
  id: string;
  label: string;
  things: readonly { label: string; note?: string; to: string }[];
  chosen: string | undefined;
  onChoose: (to: string) => void;
}

/** What a field above it offers; the arrows of the field move through it. */
export const Options = ({ id, label, things, chosen, onChoose }: OptionsProps): ReactNode => (
  <div id={id} role="listbox" aria-label={label} className="flex max-h-80 flex-col overflow-y-auto">
    {things.map((thing, place) => (
      // The field has the focus, and its keys choose.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
      <div
        key={thing.to}
        id={`option-${place}`}
        role="option"
        aria-selected={thing.to === chosen}
        onClick={() => onChoose(thing.to)}
        className={clsx(
          'flex min-h-touch cursor-pointer items-center justify-between gap-3 rounded-control px-3',
          thing.to === chosen && 'bg-accent-soft',
        )}
      >
        <span>{thing.label}</span>
        {thing.note !== undefined && <span className="text-small text-secondary">{thing.note}</span>}
      </div>
    ))}
  </div>
);
