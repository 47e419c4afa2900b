import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from './link.tsx';
import type { Icon } from './button.tsx';

export interface IconButtonProps {
  icon: Icon;
  /** What it does; it has no other text. */
  label: string;
  onPress?: () => void;
  to?: string;
  /** A toggle: pressed or not. */
  isPressed?: boolean;
  /** Points the other way when text runs from the right, as arrows do. */
  isMirrored?: boolean;
  isDisabled?: boolean;
  /** Something new is there; the label says it too. */
  hasDot?: boolean;
  className?: string;
}

export function IconButton(props: IconButtonProps): ReactNode {
  const { icon: IconPart, label, onPress, to, isPressed, isMirrored, isDisabled, hasDot } = props;
  const className = clsx(
    'relative grid size-touch shrink-0 place-items-center rounded-control active:bg-sunk disabled:opacity-40',
    isPressed ? 'bg-accent-soft text-link' : 'text-secondary',
    props.className,
  );
  const icon = (
    <>
      <IconPart className={clsx('size-5', isMirrored && 'rtl:-scale-x-100')} strokeWidth={1.75} aria-hidden />
      {hasDot && <span className="absolute end-2.5 top-2.5 size-2 rounded-full bg-danger" aria-hidden />}
    </>
  );
  if (to !== undefined) {
    return (
      <Link to={to} aria-label={label} className={className}>
        {icon}
      </Link>
    );
  }
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isPressed}
      disabled={isDisabled}
      className={className}
      onClick={onPress}
    >
      {icon}
    </button>
  );
}
