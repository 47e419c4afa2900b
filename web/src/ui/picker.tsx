// A choice out of many: a button that shows what is chosen, and a sheet with the list, which is loaded when it first opens.
import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import type { PickerItem, PickerListProps, PickerSheetProps } from './picker-sheet.tsx';
import { whenOpened } from './when-opened.tsx';

export const loadPickerSheet = () => import('./picker-sheet.tsx');
const OpenedSheet = whenOpened<PickerSheetProps<string>>(async () => (await loadPickerSheet()).PickerSheet);

export interface PickerProps<Value extends string> extends PickerListProps<Value> {
  search?: (typed: string) => readonly PickerItem<Value>[];
  nothing?: string;
  /** What the button shows instead of the item's label. */
  shown?: ReactNode;
  hidesLabel?: boolean;
  className?: string;
}

export function Picker<Value extends string>({ shown, hidesLabel, className, ...list }: PickerProps<Value>): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const chosen = list.items.find((item) => item.value === list.value);
  return (
    <div className={clsx('flex flex-col gap-1', className)}>
      <span id={`${id}-label`} className={hidesLabel ? 'unseen' : 'text-small text-secondary'}>
        {list.label}
      </span>
      <button
        type="button"
        id={`${id}-button`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-labelledby={`${id}-label ${id}-button`}
        className="flex min-h-touch items-center gap-2 rounded-control border border-line bg-card px-3 text-start"
        onClick={() => setOpen(true)}
      >
        {shown ?? (
          <>
            {chosen?.start}
            <span className="min-w-0 flex-1">{chosen?.label}</span>
          </>
        )}
        <ChevronDown className="size-4.5 shrink-0 text-faint" strokeWidth={1.75} aria-hidden />
      </button>
      <OpenedSheet
        {...list}
        onChange={(value) => list.onChange(value as Value)}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </div>
  );
}
