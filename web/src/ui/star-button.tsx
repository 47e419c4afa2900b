import { clsx } from 'clsx';
import { Star } from 'lucide-react';
import type { ReactNode } from 'react';

export interface StarButtonProps {
  isOn: boolean;
  /** What pressing it means; the state is told by the pressed star. */
  label: string;
  onPress: () => void;
  className?: string;
}

/** Keeps something among one's own: filled when kept. */
export const StarButton = ({ isOn, label, onPress, className }: StarButtonProps): ReactNode => (
  <button
    type="button"
    aria-label={label}
    aria-pressed={isOn}
    className={clsx(
      'grid size-touch shrink-0 place-items-center rounded-control active:bg-sunk',
      isOn ? 'text-warn' : 'text-faint',
      className,
    )}
    onClick={onPress}
  >
    <Star className={clsx('size-4.5', isOn && 'fill-current')} strokeWidth={1.75} aria-hidden />
  </button>
);
