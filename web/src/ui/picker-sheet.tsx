// A list to choose from, as it opens over the page or by itself: searchable when it is long.
import { clsx } from 'clsx';
import { Check, Search } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Field } from './field.tsx';
import { Sheet } from './sheet.tsx';
import { useKit } from './kit-provider.tsx';

export interface PickerItem<Value extends string> {
  value: Value;
  label: string;
  note?: ReactNode;
  start?: ReactNode;
  end?: ReactNode;
  lang?: string;
}

export interface PickerListProps<Value extends string> {
  label: string;
  items: readonly PickerItem<Value>[];
  value: Value | undefined;
  onChange: (value: Value) => void;
}

/** The list by itself, e.g. as a whole page of languages. */
export const PickerList = <Value extends string>({
  label,
  items,
  value,
  onChange,
}: PickerListProps<Value>): ReactNode => (
  <ul aria-label={label} className="divide-y divide-line">
    {items.map((item) => (
      <li key={item.value}>
        <button
          type="button"
          aria-pressed={item.value === value}
          className="flex min-h-13 w-full items-center gap-3 py-2 text-start outline-offset-[-2px]"
          onClick={() => onChange(item.value)}
        >
          {item.start}
          <span className="flex min-w-0 flex-1 flex-col" lang={item.lang}>
            <span className={clsx(item.value === value && 'font-strong text-link')}>{item.label}</span>
            {item.note !== undefined && <span className="text-small text-faint">{item.note}</span>}
          </span>
          {item.end}
          <Check
            className={clsx('size-5 shrink-0 text-link', item.value !== value && 'invisible')}
            strokeWidth={1.75}
            aria-hidden
          />
        </button>
      </li>
    ))}
  </ul>
);

export interface PickerSheetProps<Value extends string> extends PickerListProps<Value> {
  isOpen: boolean;
  onClose: () => void;
  /** Own search; without it there is no field. */
  search?: (typed: string) => readonly PickerItem<Value>[];
  /** Said when a search finds nothing. */
  nothing?: string;
}

export function PickerSheet<Value extends string>(props: PickerSheetProps<Value>): ReactNode {
  const { label, items, search, nothing, isOpen, onClose, onChange } = props;
  const { word } = useKit();
  const [typed, setTyped] = useState('');
  const found = search && typed !== '' ? search(typed) : items;
  const close = (): void => {
    onClose();
    setTyped('');
  };
  return (
    <Sheet isOpen={isOpen} onClose={close} title={label} isTall={search !== undefined}>
      {search && (
        <div className="sticky top-0 z-10 bg-raised pb-2">
          <Field
            label={word('search')}
            hidesLabel
            type="search"
            autoComplete="off"
            placeholder={word('search')}
            value={typed}
            start={<Search className="ms-3 size-5 text-faint" strokeWidth={1.75} aria-hidden />}
            onChange={setTyped}
          />
        </div>
      )}
      {found.length === 0 && <p className="py-8 text-center text-secondary">{nothing}</p>}
      <PickerList
        {...props}
        items={found}
        onChange={(value) => {
          onChange(value);
          close();
        }}
      />
    </Sheet>
  );
}
