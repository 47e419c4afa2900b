import type { ReactNode } from 'react';
import { setPreferences, usePreferences } from '../session/preferences.ts';
import { useText } from '../text/texts.ts';
import { Segmented } from '../ui/choices.tsx';

/** Seconds options or CFD contracts; remembered. */
export function TypeSwitch({ className }: { className?: string }): ReactNode {
  const t = useText();
  return (
    <Segmented
      label={t('options.type')}
      choices={[
        { value: 'options', label: t('options.seconds') },
        { value: 'cfd', label: t('options.cfd') },
      ]}
      value={usePreferences((wishes) => wishes.treatyType)}
      onChange={(treatyType) => setPreferences({ treatyType })}
      className={className ?? ''}
    />
  );
}
