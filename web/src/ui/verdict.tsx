// A finding with its sign: large over a card, small in a list of checks.
import { clsx } from 'clsx';
import { Check, Info, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Icon } from './button.tsx';

const verdictTones = { good: 'text-good', warn: 'text-warn', danger: 'text-danger' };

export interface VerdictProps {
  icon: Icon;
  tone: keyof typeof verdictTones;
  title: ReactNode;
  note: ReactNode;
}

export const Verdict = ({ icon: IconPart, tone, title, note }: VerdictProps): ReactNode => (
  <div className="flex items-center gap-3">
    <IconPart className={clsx('size-8 shrink-0', verdictTones[tone])} strokeWidth={1.75} aria-hidden />
    <div className="flex min-w-0 flex-col">
      <h2 className="font-strong">{title}</h2>
      <p className="text-small text-secondary">{note}</p>
    </div>
  </div>
);

export type CheckMarkState = 'good' | 'note' | 'bad';
const marks = { good: Check, note: Info, bad: X };
const tones = { good: 'text-good', note: 'text-secondary', bad: 'text-danger' };

/** The word is for those who don't see the sign. */
export function CheckMark({ state, word }: { state: CheckMarkState; word: string }): ReactNode {
  const Mark = marks[state];
  return (
    <span className={clsx('shrink-0 self-start pt-0.5', tones[state])}>
      <Mark className="size-5" strokeWidth={2} aria-hidden />
      <span className="unseen">{word}</span>
    </span>
  );
}

/** Machine text as it is: hashes, raw findings. Breaks anywhere, always left to right. */
export const Raw = ({ children }: { children: ReactNode }): ReactNode => (
  <bdi dir="ltr" lang="en" className="block text-start text-tiny rtl:text-end break-all text-secondary">
    {children}
  </bdi>
);
