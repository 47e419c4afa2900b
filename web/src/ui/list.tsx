import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from './link.tsx';
import { Text } from './text.tsx';

export interface ListProps {
  children: ReactNode;
  label?: string;
  /** Puts the rows into a card; without it they lie on the page. */
  isCard?: boolean;
  className?: string;
}

export const List = ({ children, label, isCard, className }: ListProps): ReactNode => (
  <ul
    aria-label={label}
    className={clsx('divide-y divide-line', isCard && 'rounded-card border border-line bg-card px-4', className)}
  >
    {children}
  </ul>
);

export interface RowProps {
  title: ReactNode;
  /** Under the title, quieter. */
  note?: ReactNode;
  start?: ReactNode;
  /** At the end side: a value, a switch, a badge. */
  end?: ReactNode;
  endNote?: ReactNode;
  to?: string;
  onPress?: () => void;
  /** Marks the chosen one of a list. */
  isChosen?: boolean;
  /** Without the arrow that says that it leads somewhere. */
  isPlain?: boolean;
  /** Leads nowhere, in a list where others do: its end lines up with theirs. */
  keepsArrowPlace?: boolean;
  tone?: 'text' | 'danger';
  lang?: string;
}

export function Row(props: RowProps): ReactNode {
  const { to, onPress, isChosen } = props;
  const className = 'flex min-h-14 w-full items-center gap-3 py-2 text-start';
  return (
    <li>
      {to !== undefined ? (
        <Link to={to} className={className}>
          <RowContent {...props} />
        </Link>
      ) : onPress !== undefined ? (
        <button type="button" className={className} onClick={onPress} aria-current={isChosen || undefined}>
          <RowContent {...props} />
        </button>
      ) : (
        <div className={className}>
          <RowContent {...props} />
        </div>
      )}
    </li>
  );
}

function RowContent(props: RowProps): ReactNode {
  const { title, note, start, end, endNote, to, isPlain, keepsArrowPlace, tone = 'text', lang } = props;
  return (
    <>
      {start}
      <span className="flex min-w-0 flex-1 items-center gap-3 narrow:flex-col narrow:items-stretch narrow:gap-1">
        <span className="flex min-w-0 flex-1 flex-col" lang={lang}>
          <Text weight="medium" tone={tone}>
            {title}
          </Text>
          {note !== undefined && (
            <Text size="tiny" tone="faint">
              {note}
            </Text>
          )}
        </span>
        {(end !== undefined || endNote !== undefined) && (
          <span className="flex min-w-0 flex-col items-end text-end">
            {end}
            {endNote !== undefined && (
              <Text size="tiny" tone="faint">
                {endNote}
              </Text>
            )}
          </span>
        )}
      </span>
      {to !== undefined && !isPlain && (
        <ChevronRight className="size-4.5 shrink-0 text-faint rtl:-scale-x-100" strokeWidth={1.75} aria-hidden />
      )}
      {to === undefined && keepsArrowPlace && <span aria-hidden className="w-4.5 shrink-0" />}
    </>
  );
}

/** Pairs of a label and its value, as in a receipt or a preview of costs. */
export const Facts = ({ children, isTight }: { children: ReactNode; isTight?: boolean }): ReactNode => (
  <dl className={clsx('flex flex-col', isTight ? 'gap-1' : 'gap-2')}>{children}</dl>
);

export const Fact = ({ label, children, note }: { label: ReactNode; children: ReactNode; note?: ReactNode }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 text-small">
    <dt className="text-secondary">{label}</dt>
    <dd className="ms-auto flex min-w-0 flex-col text-end font-medium">
      <span>{children}</span>
      {note !== undefined && <span className="text-tiny font-normal text-faint">{note}</span>}
    </dd>
  </div>
);
