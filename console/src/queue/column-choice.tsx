// Which columns of a list are shown, kept on this device.
import { storedText, storeText } from '@candor/web/device/stored-text.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { CheckMenu } from '../ui/list-parts.tsx';
import type { AnyQueue } from './queue-options.ts';

export function useHiddenColumns({
  name,
  columns,
}: AnyQueue): [readonly string[], (hidden: readonly string[]) => void] {
  const place = `candor.console.columns.${name}`;
  const [hidden, setHidden] = useState<readonly string[]>(() => {
    const kept = storedText(place);
    return kept === null ? columns.filter(({ isExtra }) => isExtra).map(({ key }) => key) : kept.split(' ');
  });
  const change = (next: readonly string[]): void => {
    storeText(place, next.join(' '));
    setHidden(next);
  };
  return [hidden, change];
}

export function ColumnChoice({
  columns,
  hidden,
  onChange,
}: {
  columns: AnyQueue['columns'];
  hidden: readonly string[];
  onChange: (hidden: readonly string[]) => void;
}): ReactNode {
  const t = useT();
  return (
    <CheckMenu
      label={t('queue.columns')}
      items={columns.map(({ key, label }) => ({ key, label: t(label), isOn: !hidden.includes(key) }))}
      onToggle={(key) => onChange(hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key])}
    />
  );
}
