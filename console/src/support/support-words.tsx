import type { BadgeTone } from '@candor/web/ui/badge.tsx';
import type { SupportState } from '@candor/wire';
import type { ReactNode } from 'react';
import type { TextKey } from '../text/keys.ts';
import { useFormats } from '../text/texts.ts';

export const stateNames: Record<SupportState, TextKey> = {
  open: 'support.state_open',
  answered: 'support.state_answered',
  closed: 'support.state_closed',
};
export const stateTones: Record<SupportState, BadgeTone> = { open: 'warn', answered: 'accent', closed: 'good' };

/** How long it took; nothing while it lasts. */
export function Lasted({ seconds }: { seconds: number | null }): ReactNode {
  const formats = useFormats();
  return seconds === null ? null : formats.countdown(seconds * 1000);
}
