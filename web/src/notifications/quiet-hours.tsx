import { changeQuietHours, queryNoticeSettings } from '@candor/wire';
import type { NoticeSettings } from '@candor/wire';
import type { ReactNode } from 'react';
import { cachedAnswer } from '../data/cached-list.ts';
import { useSend } from '../data/use-send.ts';
import { useLanguage, useT } from '../text/texts.ts';
import { Card } from '../ui/card.tsx';
import { Field } from '../ui/field.tsx';
import { Switch } from '../ui/switch.tsx';
import { Heading } from '../ui/text.tsx';

/** Ten in the evening to seven in the morning, until the person says otherwise. */
const usual = { from: 22 * 60, to: 7 * 60 };

export function QuietHours({ hours }: { hours: NoticeSettings['quiet_hours'] }): ReactNode {
  const [t, language] = [useT(), useLanguage()];
  const change = useSend(changeQuietHours, { changes: [cachedAnswer(queryNoticeSettings, { language })] });
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const set = (next: { from: number; to: number }): void =>
    void change.send({ ...next, time_zone: timeZone, language });
  return (
    <section className="mt-4">
      <Heading>{t('notifications.quiet')}</Heading>
      <Card label={t('notifications.quiet')}>
        <Switch
          label={t('notifications.quietOn')}
          note={t('notifications.quietNote')}
          isOn={hours !== null}
          isDisabled={change.isSending}
          onChange={(isOn) => set(isOn ? usual : { from: 0, to: 0 })}
        />
        {hours && (
          <div className="grid grid-cols-2 gap-3 pb-2 narrow:grid-cols-1">
            <Field
              label={t('notifications.from')}
              type="time"
              value={clockOf(hours.from)}
              onChange={(text) => ifWhole(text, (from) => from !== hours.to && set({ from, to: hours.to }))}
            />
            <Field
              label={t('notifications.to')}
              type="time"
              value={clockOf(hours.to)}
              onChange={(text) => ifWhole(text, (to) => to !== hours.from && set({ from: hours.from, to }))}
            />
          </div>
        )}
      </Card>
    </section>
  );
}

const clockOf = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** The field is empty while it is being typed in. */
function ifWhole(text: string, take: (minute: number) => unknown): void {
  const [, hour, minute] = /^(\d{2}):(\d{2})$/.exec(text) ?? [];
  if (hour !== undefined && minute !== undefined) take(parseInt(hour, 10) * 60 + parseInt(minute, 10));
}
