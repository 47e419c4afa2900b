import type { ReactNode } from 'react';
import { useText } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { CheckChips, Segmented } from '../ui/choices.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Heading } from '../ui/words.tsx';
import { belowIndicators, chartLooks, overIndicators, setChartWishes, useChartWishes, usualWishes } from './chart-wishes.ts'; // prettier-ignore

/** How prices are shown and what is computed from them; all of it holds at once. */
export function ChartSettings({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactNode {
  const t = useText();
  const { look, over, below } = useChartWishes();
  const names = <Name extends string>(all: readonly Name[]) => all.map((value) => ({ value, label: value }));
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('chart.settings')}>
      <div className="flex flex-col gap-2 pb-4">
        <Heading>{t('chart.look')}</Heading>
        <Segmented
          label={t('chart.look')}
          choices={chartLooks.map((value) => ({ value, label: t(`chart.${value}`) }))}
          value={look}
          onChange={(next) => setChartWishes(() => ({ look: next }))}
        />
        <Heading>{t('chart.over')}</Heading>
        <CheckChips
          label={t('chart.over')}
          choices={names(overIndicators)}
          values={over}
          onChange={(next) => setChartWishes(() => ({ over: next }))}
        />
        <Heading>{t('chart.below')}</Heading>
        <CheckChips
          label={t('chart.below')}
          choices={names(belowIndicators)}
          values={below}
          onChange={(next) => setChartWishes(() => ({ below: next }))}
        />
        <Button
          look="quiet"
          onPress={() =>
            setChartWishes(() => ({ look: usualWishes.look, over: usualWishes.over, below: usualWishes.below }))
          }
        >
          {t('chart.restore')}
        </Button>
      </div>
    </Sheet>
  );
}
