// What an indicator is computed over, each in a field of its own; what is no length yet waits in its field.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { Field } from '../ui/field.tsx';
import { readWhole } from '../ui/read-whole.ts';
import { Text } from '../ui/text.tsx';
import { isLength } from './chart-kinds.ts';
import type { Indicator } from './chart-kinds.ts';
import { setChartPreferences } from './chart-preferences.ts';

export interface IndicatorLengthsProps {
  name: Indicator;
  lengths: readonly number[];
}

export function IndicatorLengths({ name, lengths }: IndicatorLengthsProps): ReactNode {
  const t = useT();
  const change = (place: number, length: number): void =>
    setChartPreferences(({ lengths: all }) => ({ lengths: { ...all, [name]: lengths.with(place, length) } }));
  return (
    <div
      role="group"
      aria-label={t('chart.lengths', { name })}
      className="grid grid-cols-[4rem_repeat(3,minmax(0,1fr))] items-start gap-2"
    >
      <Text size="small" tone="secondary" className="flex min-h-touch items-center">
        {name}
      </Text>
      {lengths.map((length, place) => (
        <LengthField
          key={`${place}-${length}`}
          label={`${name} ${place + 1}`}
          length={length}
          onChange={(next) => change(place, next)}
        />
      ))}
    </div>
  );
}

interface LengthFieldProps {
  label: string;
  length: number;
  onChange: (length: number) => void;
}

function LengthField({ label, length, onChange }: LengthFieldProps): ReactNode {
  const [typed, setTyped] = useState(`${length}`);
  function commit(): void {
    const next = readWhole(typed);
    if (!isLength(next)) setTyped(`${length}`);
    else if (next === length) setTyped(`${length}`);
    else onChange(next);
  }
  return (
    <Field
      label={label}
      hidesLabel
      inputMode="numeric"
      autoComplete="off"
      enterKeyHint="done"
      value={typed}
      onChange={setTyped}
      onBlur={commit}
      onKeyDown={({ key }) => key === 'Enter' && commit()}
    />
  );
}
