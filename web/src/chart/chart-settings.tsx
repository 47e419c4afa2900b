import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { CheckChips, Segmented } from '../ui/choices.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Heading } from '../ui/text.tsx';
import { belowIndicators, overIndicators, usualLengths } from './chart-kinds.ts';
import { IndicatorLengths } from './indicator-lengths.tsx';
import { chartLooks, setChartPreferences, useChartPreferences, usualPreferences } from './chart-preferences.ts';

/** How prices are shown and what is computed from them; all of it holds at once. */
export function ChartSettings({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactNode {
  const t = useT();
  const { look, over, below, lengths } = useChartPreferences();
  const names = <Name extends string>(all: readonly Name[]) => all.map((value) => ({ value, label: value }));
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('chart.settings')}>
      <div className="flex flex-col gap-2 pb-4">
        <Heading>{t('chart.look')}</Heading>
        <Segmented
          label={t('chart.look')}
          choices={chartLooks.map((value) => ({ value, label: t(`chart.${value}`) }))}
          value={look}
          onChange={(next) => setChartPreferences(() => ({ look: next }))}
        />
        <Heading>{t('chart.over')}</Heading>
        <CheckChips
          label={t('chart.over')}
          choices={names(overIndicators)}
          values={over}
          onChange={(next) => setChartPreferences(() => ({ over: next }))}
        />
        <Heading>{t('chart.below')}</Heading>
        <CheckChips
          label={t('chart.below')}
          choices={names(belowIndicators)}
          values={below}
          onChange={(next) => setChartPreferences(() => ({ below: next }))}
        />
        {[...over, ...below]
          .filter((name) => usualLengths[name].length > 0)
          .map((name) => (
            <IndicatorLengths key={name} name={name} lengths={lengths[name] ?? usualLengths[name]} />
          ))}
        <Button
          look="quiet"
          onPress={() =>
            setChartPreferences(() => ({
              look: usualPreferences.look,
              over: usualPreferences.over,
              below: usualPreferences.below,
              lengths: usualPreferences.lengths,
            }))
          }
        >
          {t('chart.restore')}
        </Button>
      </div>
    </Sheet>
  );
}
