import { deleteAlert, queryAlerts, setAlertAgain } from '@candor/wire';
import type { AlertEntry } from '@candor/wire';
import { BellPlus, RotateCcw, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { serverNow } from '../device/server-clock.ts';
import { priceWords, ruleWords } from '../live/alert-words.ts';
import { useAlerts } from '../live/alerts.ts';
import { Loaded } from '../data/loaded.tsx';
import { useSend } from '../data/use-send.ts';
import { useFormats, useT } from '../text/texts.ts';
import { CoinIcon } from '../ui/coin-icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { List, Row } from '../ui/list.tsx';
import { EmptyState, SkeletonList } from '../ui/states.tsx';
import { toast } from '../ui/toast.ts';
import { Text } from '../ui/text.tsx';
import { NewAlert } from './new-alert.tsx';

export function AlertList(): ReactNode {
  const t = useT();
  return (
    <Loaded
      read={useAlerts()}
      skeleton={<SkeletonList rows={3} />}
      empty={<EmptyState icon={BellPlus} title={t('alerts.none')} action={<NewAlert />} />}
    >
      {({ RESULT_LIST: alerts }) => (
        <>
          <List isCard label={t('alerts.yours')}>
            {alerts.map((alert) => (
              <AlertRow key={alert.alert_id} alert={alert} />
            ))}
          </List>
          <NewAlert />
        </>
      )}
    </Loaded>
  );
}

function AlertRow({ alert }: { alert: AlertEntry }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
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
          <Text size="small" tone="secondary" className="block">
            {ruleWords(alert, { t, formats })}
          </Text>
        </>
      }
      note={note}
      end={<AlertActions alert={alert} />}
    />
  );
}

function AlertActions({ alert: { alert_id, coin, fired } }: { alert: AlertEntry }): ReactNode {
  const t = useT();
  const [again, removal] = [
    useSend(setAlertAgain, { changes: [queryAlerts] }),
    useSend(deleteAlert, { changes: [queryAlerts], shows: ({ code }) => code === 'not-found' }),
  ];

  async function setAgain(): Promise<void> {
    const outcome = await again.send({ alert_id });
    if (outcome?.ok) toast.success(t('alerts.isSet'));
  }

  async function remove(): Promise<void> {
    const outcome = await removal.send({ alert_id });
    // One that another device deleted is gone as well.
    if (outcome?.ok) toast.success(t('alerts.deleted'));
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
