// Every version of the terms there ever was, newest first: what changed, by whom, and whom it favours. Open to everyone.
import { getSettingHistory, getSettings, settingHistoryMax } from '@candor/wire';
import type { SettingHistory, SettingMessage } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import type { BadgeTone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ComparedFigures } from '../ui/compared-figures.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonList } from '../ui/states.tsx';
import { Note, Text } from '../ui/text.tsx';
import { namesOfTerms } from './product-names.ts';
import { figuresOf, isNamed, termOf, valueText } from './setting-text.ts';

type Version = SettingHistory['versions'][number];
const tones: Readonly<Record<Version['state'], BadgeTone>> = { 'in-force': 'good', coming: 'warn', over: 'neutral', never: 'neutral' }; // oxfmt-ignore

export function Screen(): ReactNode {
  const t = useT();
  return (
    <Page title={t('proof.changes')} back="/proof">
      <Text as="p" size="small" tone="secondary" className="py-3">
        {t('proof.changesIntro')}
      </Text>
      <Loaded read={useRead(getSettings, {})} skeleton={<SkeletonList rows={6} />}>
        {({ settings }) => <Versions offset={0} settings={settings} />}
      </Loaded>
    </Page>
  );
}

/** As many as come at once, and those before them once they are asked for. */
function Versions({ offset, settings }: { offset: number; settings: readonly SettingMessage[] }): ReactNode {
  const t = useT();
  const [isMore, setIsMore] = useState(false);
  return (
    <Loaded read={useRead(getSettingHistory, { offset })} skeleton={<SkeletonList rows={6} />}>
      {({ versions }) => (
        <div className="mb-3 flex flex-col gap-3">
          {versions.map((each) => (
            <VersionCard key={`${each.name}/${each.id}/${each.version}`} each={each} settings={settings} />
          ))}
          {versions.length === settingHistoryMax &&
            (isMore ? (
              <Versions offset={offset + settingHistoryMax} settings={settings} />
            ) : (
              <Button look="secondary" isWide onPress={() => setIsMore(true)}>
                {t('ui.more')}
              </Button>
            ))}
        </div>
      )}
    </Loaded>
  );
}

function VersionCard({ each, settings }: { each: Version; settings: readonly SettingMessage[] }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { name, id, version, state, changes, proposed_by: one, approved_by: other } = each;
  const term = termOf(each.values);
  const of = term === undefined ? (id === 'all' ? '' : id) : 'ms' in term ? formats.duration(term.ms) : formats.length(term.days, 'day'); // oxfmt-ignore
  const title = [t(namesOfTerms[name]), of].filter((part) => part !== '').join(' · ');
  const fields = settings.find((setting) => setting.name === name)?.fields ?? [];
  const figures = changes.flatMap((change) => figuresOf(fields, change));
  const words = { formats, yes: t('proof.yes'), no: t('proof.no') };
  return (
    <Card label={`${title} · ${t('proof.version', { version })}`} className="flex flex-col gap-2">
      <div className="flex items-baseline justify-between gap-3">
        <Text as="h2" weight="strong">
          {title}
        </Text>
        <Badge tone={tones[state]}>{t(`proof.state_${state}`)}</Badge>
      </div>
      {changes.length === 0 ? (
        <Note>{t('proof.first')}</Note>
      ) : (
        <>
          <ComparedFigures
            label={title}
            columns={[t('proof.before'), t('proof.after')]}
            rows={figures.map(({ field, coin = '', form, before, after }) => ({
              label: `${isNamed(field) ? t(`proof.f_${field}`) : field} ${coin}`.trim(),
              before: valueText(form, before, words),
              after: valueText(form, after, words),
            }))}
          />
          <Note>{t(changes.every((change) => change.favours_customers) ? 'proof.better' : 'proof.worse')}</Note>
        </>
      )}
      <Note>
        {t('proof.version', { version })}
        {' · '}
        {t('proof.from', { time: formats.dateTime(each.in_force_from) })}
        {' · '}
        {one === null || other === null ? t('proof.byRelease') : t('corrections.byPeople', { one, other })}
      </Note>
    </Card>
  );
}
