// Says how long one has been here, as often as one wanted to be told. Tabs share the time, and a reload goes on with it.
import { queryPersonalLimits } from '@candor/wire';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useRead } from '../data/use-read.ts';
import { useUser } from '../session/session.ts';
import { useT } from '../text/texts.ts';
import { NoticeBar } from '../ui/notice-bar.tsx';
import { minutesToSay, parseTimeHere, seenNow, type TimeHere } from './time-here.ts';

const everyMs = 15_000;

export function SessionReminder(): ReactNode {
  const accountId = useUser()?.account_id ?? '';
  const { data } = useRead(queryPersonalLimits, { account_id: accountId }, { isEnabled: accountId !== '' });
  const minutes = data?.reminder_minutes ?? null;
  return accountId !== '' && minutes !== null && <Reminder key={accountId} accountId={accountId} every={minutes} />;
}

function Reminder({ accountId, every }: { accountId: string; every: number }): ReactNode {
  const t = useT();
  const [time, setTime] = useState(() => note(accountId, (before) => seenNow(before, Date.now())));
  useEffect(() => {
    const look = (): void => setTime(note(accountId, (before) => seenNow(before, Date.now())));
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  }, [accountId]);
  const minutes = minutesToSay(time, every);
  if (minutes === undefined) return null;
  return (
    <NoticeBar
      action={t('shell.timeHereClose')}
      onAction={() => setTime(note(accountId, (before) => ({ ...seenNow(before, Date.now()), saidAt: Date.now() })))}
    >
      {t('shell.timeHere', { minutes })}
    </NoticeBar>
  );
}

/** In memory where there is no storage. */
const remembered = new Map<string, TimeHere>();

function note(accountId: string, change: (before: TimeHere | undefined) => TimeHere): TimeHere {
  const name = `candor.time-here.${accountId}`;
  const next = change(read(name) ?? remembered.get(name));
  remembered.set(name, next);
  try {
    localStorage.setItem(name, JSON.stringify(next));
  } catch {
    // Without storage it lasts as long as the page.
  }
  return next;
}

function read(name: string): TimeHere | undefined {
  try {
    return parseTimeHere(localStorage.getItem(name));
  } catch {
    return undefined;
  }
}
