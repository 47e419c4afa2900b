import { Figure } from '@candor/web/ui/text.tsx';
import type { ReactNode } from 'react';
import { useFormats, useT } from '../text/texts.ts';

/** Of a price, in seconds. */
export function Age({ ms }: { ms: number | null }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  if (ms === null) return '–';
  return <Figure>{t('market.seconds', { seconds: formats.decimal(`${ms}e-3`, { min: 1, max: 1 }) })}</Figure>;
}
