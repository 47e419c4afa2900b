// What a good of the shop looks like: drawn by the kit itself, so that it is there at once and in both themes.
import { clsx } from 'clsx';
import { Camera, Coins, Headphones, KeyRound, Smartphone, Watch } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Icon } from './button.tsx';

const drawings = { coins: Coins, headphones: Headphones, watch: Watch, phone: Smartphone, key: KeyRound, camera: Camera } satisfies Record<string, Icon>; // oxfmt-ignore

export interface GoodPictureProps {
  drawing: keyof typeof drawings;
  size?: 'small' | 'wide';
}

export function GoodPicture({ drawing, size = 'small' }: GoodPictureProps): ReactNode {
  const Drawing = drawings[drawing];
  return (
    <span
      className={clsx(
        'grid shrink-0 place-items-center bg-accent-soft text-link',
        size === 'wide' ? 'h-40 w-full rounded-card' : 'size-14 rounded-control',
      )}
    >
      <Drawing className={size === 'wide' ? 'size-20' : 'size-7'} strokeWidth={1.25} aria-hidden />
    </span>
  );
}
