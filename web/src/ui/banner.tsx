import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export interface BannerProps {
  tone: 'info' | 'good' | 'warn' | 'danger';
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}

const looks = {
  info: { icon: Info, box: 'bg-accent-soft', mark: 'text-link' },
  good: { icon: CircleCheck, box: 'bg-good-soft', mark: 'text-good' },
  warn: { icon: TriangleAlert, box: 'bg-warn-soft', mark: 'text-warn' },
  danger: { icon: CircleAlert, box: 'bg-danger-soft', mark: 'text-danger' },
};

/** A notice that stays, where the decision is made. */
export function Banner({ tone, title, children, action, className }: BannerProps): ReactNode {
  const { icon: IconPart, box, mark } = looks[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'note'}
      className={clsx('flex gap-3 rounded-card px-4 py-3', box, className)}
    >
      <IconPart className={clsx('mt-0.5 size-5 shrink-0', mark)} strokeWidth={1.75} aria-hidden />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        {title !== undefined && <p className="font-strong">{title}</p>}
        {children !== undefined && <div className="text-small text-secondary">{children}</div>}
        {action}
      </div>
    </div>
  );
}

export type LineTone = 'quiet' | 'amber' | 'red';
const lineTones: Record<LineTone, string> = {
  quiet: 'bg-sunk text-secondary',
  amber: 'bg-warn-soft text-warn',
  red: 'bg-danger-soft text-danger',
};

/** The slim line under the header: what the connection is doing, and which market this is. */
export const StateLine = ({ tone, state, market }: { tone: LineTone; state: string; market: string }): ReactNode => (
  <div
    className={clsx(
      'flex min-h-5.5 flex-wrap items-center justify-center gap-x-2 px-4 py-0.5 text-center text-tiny',
      lineTones[tone],
    )}
  >
    <span role="status" className="font-strong">
      {state}
    </span>
    {state !== '' && market !== '' && (
      <span aria-hidden className="hidden wide:inline">
        ·
      </span>
    )}
    {market !== '' && <span>{market}</span>}
  </div>
);
