import { deleteAlert, setAlertAgain } from '@candor/wire';
import type { AlertEntry } from '@candor/wire';
import { BellPlus, RotateCcw, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { priceWords, ruleWords } from '../session/alert-words.ts';
import { readAlertsAgain } from '../session/alerts.ts';
import { serverNow } from '../session/live/feed.ts';
import { useSend } from '../session/use-send.ts';
import { useFormats, useText } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { CoinIcon } from '../ui/coin-icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { List, Row } from '../ui/list.tsx';
import { EmptyState } from '../ui/states.tsx';
import { toast } from '../ui/toast.ts';
import { Words } from '../ui/words.tsx';

export function AlertList({ alerts }: { alerts: readonly AlertEntry[] }): ReactNode {
  const t = useText();
  if (alerts.length > 0) {
    return (
      <List isCard label={t('alerts.yours')}>
        {alerts.map((alert) => (
          <AlertRow key={alert.alert_id} alert={alert} />
        ))}
      </List>
    );
  }
  const toMarkets = (
    <Button to="/quotation" look="secondary">
      {t('alerts.toMarkets')}
    </Button>
  );
  return <EmptyState icon={BellPlus} title={t('alerts.none')} note={t('alerts.noneNote')} action={toMarkets} />;
}

function AlertRow({ alert }: { alert: AlertEntry }): ReactNode {
  const [t, formats] = [useText(), useFormats()];
  const { coin, fired } = alert;
  const note = fired
    ? t('alerts.fired', {
        when: formats.relative(fired.at, serverNow()),
        price: priceWords(fired.price, coin, { t, formats }),
      })
    : t('alerts.waiting');
  return (
    <Row
      start={<CoinIcon coin={coin} />}
      title={
        <>
          {coin}{' '}
          <Words size="small" tone="secondary" className="block">
            {ruleWords(alert, { t, formats })}
          </Words>
        </>
      }
      note={note}
      end={<AlertActions alert={alert} />}
    />
  );
}

function AlertActions({ alert: { alert_id, coin, fired } }: { alert: AlertEntry }): ReactNode {
  const t = useText();
  const [again, removal] = [
    useSend(setAlertAgain),
    useSend(deleteAlert, { shows: ({ code }) => code === 'not-found' }),
  ];

  async function setAgain(): Promise<void> {
    const outcome = await again.send({ alert_id });
    if (outcome?.ok) toast.success(t('alerts.isSet'));
    readAlertsAgain();
  }

  async function remove(): Promise<void> {
    const outcome = await removal.send({ alert_id });
    // One that another device deleted is gone as well.
    if (outcome?.ok) toast.success(t('alerts.deleted'));
    readAlertsAgain();
  }

  return (
    <span className="-me-2 flex">
      {fired && (
        <IconButton
          icon={RotateCcw}
          label={t('alerts.again', { coin })}
          isDisabled={again.isSending}
          onPress={() => void setAgain()}
        />
      )}
      <IconButton
        icon={Trash2}
        label={t('alerts.delete', { coin })}
        isDisabled={removal.isSending}
        onPress={() => void remove()}
      />
    </span>
  );
}
