import { Field } from '@candor/web/ui/field.tsx';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { Select } from '../ui/select.tsx';
import type { QueueFilter } from './queue-options.ts';

interface FiltersProps {
  filters: readonly QueueFilter[];
  values: Readonly<Record<string, string>>;
  onChange: (change: Readonly<Record<string, string>>) => void;
}

/** What is chosen counts at once, what is typed when the field is left or Enter pressed. */
export function Filters({ filters, values, onChange }: FiltersProps): ReactNode {
  const t = useT();
  return filters.map(({ name, label, options }) => (
    <div key={name} className="w-44">
      {options ? (
        <Select
          label={t(label)}
          value={values[name] ?? ''}
          onChange={(value) => onChange({ [name]: value })}
          options={[
            { value: '', label: t('queue.all') },
            ...options.map((option) => ({ value: option.value, label: t(option.label) })),
          ]}
        />
      ) : (
        <TypedFilter
          key={values[name] ?? ''}
          label={t(label)}
          value={values[name] ?? ''}
          onChange={(value) => onChange({ [name]: value })}
        />
      )}
    </div>
  ));
}

function TypedFilter({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value);
  const apply = (): void => {
    if (typed.trim() !== value) onChange(typed.trim());
  };
  return (
    <Field
      label={label}
      value={typed}
      onChange={setTyped}
      onBlur={apply}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  );
}
