// An alert for one coin: what to wait for, typed or by a tap, and how far that is from the present price.
import { alertKinds, alertLimits, createAlert, queryAlerts } from '@candor/wire';
import type { AlertKind, Coin, Failure } from '@candor/wire';
import type { ReactNode } from 'react';
import { percentWords, priceWords } from '../live/alert-words.ts';
import { usePrice } from '../live/use-live.ts';
import { useDraft } from '../data/use-draft.ts';
import { useFormats, useT } from '../text/texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Button } from '../ui/button.tsx';
import { Chips, Segmented } from '../ui/choices.tsx';
import { Form } from '../ui/form.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { toast } from '../ui/toast.ts';
import { Figure, Text } from '../ui/text.tsx';
import { distanceOf, judgeTarget, quickPercents, quickTarget } from './alert-wish.ts';

export interface AlertSheetProps {
  coin: Coin;
  isOpen: boolean;
  onClose: () => void;
}

const atField: ReadonlySet<Failure['code']> = new Set([
  'alert-reached',
  'alert-target',
  'alert-limit',
  'amount-malformed',
  'too-many-decimals',
]);

export function AlertSheet({ coin, isOpen, onClose }: AlertSheetProps): ReactNode {
  const t = useT();
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('alerts.sheetTitle', { coin: coin.code })}>
      {isOpen && <AlertForm coin={coin} onDone={onClose} />}
    </Sheet>
  );
}

function AlertForm({ coin, onDone }: { coin: Coin; onDone: () => void }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const price = usePrice(coin.symbol);
  const form = useDraft({
    first: { kind: 'above' as AlertKind, target: '', percent: '' },
    keptAs: { name: `alert ${coin.code}`, fields: ['kind', 'target', 'percent'] },
    judge: ({ kind, target }) => ({ target: judgeTarget({ kind, typed: target, price }) }),
    call: createAlert,
    changes: [queryAlerts],
    payloadOf: ({ kind, target }) => ({ coin: coin.code, kind, target }),
    fieldOf: (code) => (atField.has(code) ? 'target' : undefined),
    onDone() {
      toast.success(t('alerts.isSet'));
      onDone();
    },
  });
  const { kind, target, percent } = form.fields;
  const away = kind === 'change' ? undefined : distanceOf(target, price);
  const awayWords =
    away === undefined ? undefined : t('alerts.away', { percent: percentWords(away, { t, formats }, true) });
  return (
    <Form label={t('alerts.sheetTitle', { coin: coin.code })} className="gap-3" {...form.form}>
      <Text tone="secondary" size="small">
        {price !== undefined && t('alerts.now', { price: priceWords(price, coin.code, { t, formats }) })}
      </Text>
      <Segmented
        label={t('alerts.kind')}
        choices={alertKinds.map((value) => ({ value, label: t(`alerts.kind_${value}`) }))}
        value={kind}
        onChange={(chosen) => form.set({ kind: chosen, target: '', percent: '' })}
      />
      <AmountField
        label={t(kind === 'change' ? 'alerts.targetChange' : 'alerts.targetPrice')}
        coin={kind === 'change' ? '%' : 'USDT'}
        decimals={kind === 'change' ? alertLimits.percentDecimals : coin.priceDecimals}
        {...form.field('target')}
        onChange={(typed) => form.set({ target: typed, percent: '' })}
        hint={kind === 'change' ? t('alerts.changeHint') : (awayWords ?? t('alerts.once'))}
      />
      <Chips
        label={t('alerts.quick')}
        isEven
        choices={quickPercents[kind].map((value) => ({ value, label: <QuickLabel kind={kind} percent={value} /> }))}
        value={percent}
        onChange={(chosen) => {
          const quick = quickTarget({ kind, percent: chosen, price, decimals: coin.priceDecimals });
          form.set({ target: quick, percent: chosen });
        }}
      />
      <Button type="submit" isWide isBusy={form.isSending} className="mt-1">
        {t('alerts.set')}
      </Button>
      <TextLink to="/alerts" size="small" className="justify-center">
        {t('alerts.all')}
      </TextLink>
    </Form>
  );
}

function QuickLabel({ kind, percent }: { kind: AlertKind; percent: string }): ReactNode {
  const formats = useFormats();
  const sign = { above: '+', below: '\u2212', change: '±' }[kind];
  return (
    <Figure>
      {sign}
      {formats.percent(`0.${percent.padStart(2, '0')}`, { decimals: 0 })}
    </Figure>
  );
}
