import type { ReactNode } from 'react';

/** Several of a few, each with its box. */
export const CheckList = ({
  label,
  items,
  onToggle,
}: {
  label: string;
  items: readonly { key: string; label: string; isOn: boolean }[];
  onToggle: (key: string) => void;
}): ReactNode => (
  <fieldset className="flex flex-col gap-1">
    <legend className="text-small text-secondary">{label}</legend>
    {items.map((item) => (
      <label key={item.key} className="flex min-h-touch items-center gap-2">
        <input type="checkbox" checked={item.isOn} onChange={() => onToggle(item.key)} className="size-4" />
        {item.label}
      </label>
    ))}
  </fieldset>
);
