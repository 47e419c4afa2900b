// What stands over every chart: the length of its candles, one wish for all charts, and the way to its settings.
import type { CandlePeriod } from '@candor/wire';
import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { setPreferences, usePreferences } from '../device/preferences.ts';
import { useFormats, useT } from '../text/texts.ts';
import { TextChoices, textChoiceFace } from '../ui/choices.tsx';
import type { PickerSheetProps } from '../ui/picker-sheet.tsx';
import { whenOpened } from '../ui/when-opened.tsx';

const usual = ['1min', '15min', '60min', '4hour', '1day'] as const satisfies CandlePeriod[];
const rare = ['5min', '30min', '1week', '1mon'] as const satisfies CandlePeriod[];
const periods = [...usual, ...rare];
type Period = (typeof periods)[number];

const lengths: Record<Period, [number, 'minute' | 'hour' | 'day' | 'week' | 'month']> = {
  '1min': [1, 'minute'],
  '5min': [5, 'minute'],
  '15min': [15, 'minute'],
  '30min': [30, 'minute'],
  '60min': [1, 'hour'],
  '4hour': [4, 'hour'],
  '1day': [1, 'day'],
  '1week': [1, 'week'],
  '1mon': [1, 'month'],
};

export const loadPicker = () => import('../ui/picker-sheet.tsx');
const PeriodSheet = whenOpened<PickerSheetProps<Period>>(async () => (await loadPicker()).PickerSheet);

/** A phone takes a tenth of a second to find the names of lengths: only after all that is seen. */
const namesAfterMs = 2_000;

/** The preferred length of a candle, of those that are offered. */
export function useCandlePeriod(): Period {
  const preferred = usePreferences((preferences) => preferences.candlePeriod);
  return periods.find((one) => one === preferred) ?? '1min';
}

/** With its buttons behind. */
export function CandleChoices({ children }: { children: ReactNode }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const chosen = useCandlePeriod();
  const [hasNames, setNames] = useState(false);
  const [isPicking, setPicking] = useState(false);
  useEffect(() => {
    const later = setTimeout(() => setNames(true), namesAfterMs);
    return () => clearTimeout(later);
  }, []);
  const nameOf = (period: Period): string => formats.length(...lengths[period]);
  const isRare = (rare as readonly Period[]).includes(chosen);
  const choose = (candlePeriod: Period): void => setPreferences({ candlePeriod });
  return (
    <div className="-mx-2 flex items-center wide:mx-0">
      <TextChoices<Period>
        label={t('chart.period')}
        choices={usual.map((value) => ({
          value,
          label: t(`chart.period_${value}`),
          spoken: hasNames ? nameOf(value) : undefined,
        }))}
        value={chosen}
        onChange={choose}
        className="flex-[5] wide:flex-none"
      />
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={isRare && hasNames ? `${t('chart.more')}: ${nameOf(chosen)}` : undefined}
        className={clsx(
          textChoiceFace,
          'min-w-min flex-1 gap-0.5 wide:me-auto wide:flex-none',
          isRare && 'font-strong text-link',
        )}
        onClick={() => setPicking(true)}
      >
        {t(isRare ? `chart.period_${chosen}` : 'chart.more')}
        {/* Beside the word, which alone has to have room. */}
        <span className="w-0">
          <ChevronDown className="size-3.5" strokeWidth={1.75} aria-hidden />
        </span>
      </button>
      <PeriodSheet
        label={t('chart.period')}
        items={isPicking ? rare.map((value) => ({ value, label: nameOf(value) })) : []}
        value={chosen}
        onChange={choose}
        isOpen={isPicking}
        onClose={() => setPicking(false)}
      />
      {children}
    </div>
  );
}
