import { clsx } from 'clsx';
import type { ComponentType, ReactNode, Ref } from 'react';
import { Link } from './link.tsx';
import { Spinner } from './spinner.tsx';

export type Icon = ComponentType<{ className?: string; strokeWidth?: number; 'aria-hidden'?: boolean }>;
export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'rise' | 'fall' | 'danger';

export interface ButtonProps {
  children: ReactNode;
  look?: ButtonLook;
  icon?: Icon;
  /** A second line, e.g. what is won. */
  note?: ReactNode;
  /** Works on it: shows a spinner, keeps its width, takes no second tap. */
  isBusy?: boolean;
  isDisabled?: boolean;
  /** As wide as its place. */
  isWide?: boolean;
  isSmall?: boolean;
  type?: 'button' | 'submit';
  onPress?: (() => void) | undefined;
  /** Makes it a link that looks like a button. */
  to?: string;
  label?: string;
  className?: string;
  ref?: Ref<HTMLButtonElement> | undefined;
}

const looks: Record<ButtonLook, string> = {
  primary: 'bg-accent text-on-accent active:opacity-85',
  secondary: 'bg-raised text-text border border-line active:bg-sunk',
  quiet: 'text-link active:bg-sunk',
  rise: 'bg-rise text-on-rise active:opacity-85',
  fall: 'bg-fall text-on-fall active:opacity-85',
  danger: 'bg-danger text-on-danger active:opacity-85',
};

export function Button(props: ButtonProps): ReactNode {
  const { children, look = 'primary', icon, note, isBusy = false, isDisabled = false, to, label, ref } = props;
  const className = clsx(
    'relative inline-flex flex-col items-center justify-center rounded-control font-strong select-none',
    'transition-opacity duration-150 disabled:bg-sunk disabled:text-faint disabled:border-transparent',
    props.isSmall ? 'min-h-touch px-3 text-small' : 'min-h-touch px-4 text-body',
    note !== undefined && 'min-h-16 py-2',
    props.isWide && 'w-full',
    looks[look],
    props.className,
  );
  const content = <ButtonContent icon={icon} note={note} isBusy={isBusy}>{children}</ButtonContent>; // oxfmt-ignore
  if (to !== undefined && !isDisabled) {
    return (
      <Link to={to} className={className} aria-label={label}>
        {content}
      </Link>
    );
  }
  return (
    <button
      ref={ref}
      type={props.type === 'submit' ? 'submit' : 'button'}
      className={className}
      disabled={isDisabled}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      aria-label={label}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else props.onPress?.();
      }}
    >
      {content}
    </button>
  );
}

function ButtonContent({
  icon: IconPart,
  note,
  isBusy,
  children,
}: Pick<ButtonProps, 'note' | 'isBusy' | 'children'> & { icon: Icon | undefined }) {
  return (
    <>
      <span
        className={clsx(
          'flex max-w-full items-center justify-center gap-2 text-center wrap-anywhere',
          isBusy && 'opacity-0',
        )}
      >
        {IconPart && <IconPart className="size-[1.3em] shrink-0" strokeWidth={1.75} aria-hidden />}
        {children}
      </span>
      {note !== undefined && <span className={clsx('text-small font-medium', isBusy && 'opacity-0')}>{note}</span>}
      {isBusy && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </>
  );
}
