import { Layers } from 'lucide-react';
import type { ReactNode } from 'react';
import { setPreferences } from '../session/preferences.ts';
import { useText } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';

/** Says what will be here and costs nothing; the way back to what works is one tap. */
export function CfdComing(): ReactNode {
  const t = useText();
  return (
    <EmptyState
      icon={Layers}
      title={t('options.cfdTitle')}
      note={t('options.cfdText')}
      action={<Button onPress={() => setPreferences({ treatyType: 'options' })}>{t('options.cfdBack')}</Button>}
      className="my-auto"
    />
  );
}
