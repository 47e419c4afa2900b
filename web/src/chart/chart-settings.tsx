import type { MarketSymbol } from '@candor/wire';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { CheckChips, Segmented } from '../ui/choices.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Heading } from '../ui/words.tsx';
import { belowIndicators, chartLooks, drawingKinds, overIndicators, setChartWishes, setDrawings, useChartWishes } from './chart-wishes.ts'; // prettier-ignore
import type { DrawingKind } from './chart-wishes.ts';

export interface ChartSettingsProps {
  symbol: MarketSymbol;
  isOpen: boolean;
  onClose: () => void;
  onDraw: (kind: DrawingKind) => void;
}

/** How prices are shown, what is computed from them, and lines of one's own; all of it holds at once. */
export function ChartSettings({ symbol, isOpen, onClose, onDraw }: ChartSettingsProps): ReactNode {
  const t = useText();
  const { look, over, below, drawings } = useChartWishes();
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
        <Heading>{t('chart.draw')}</Heading>
        <div className="flex flex-wrap gap-2">
          {drawingKinds.map((kind) => (
            <Button key={kind} look="secondary" isSmall onPress={() => onDraw(kind)}>
              {t(`chart.${kind}`)}
            </Button>
          ))}
          {(drawings[symbol] ?? []).length > 0 && (
            <Button look="quiet" isSmall icon={Trash2} onPress={() => setDrawings(symbol, () => [])}>
              {t('chart.clear')}
            </Button>
          )}
        </div>
      </div>
    </Sheet>
  );
}
