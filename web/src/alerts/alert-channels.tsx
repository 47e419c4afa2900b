// Where alerts are told besides the app: by mail to the account's address, and pushed to this very device.
import { changeAlertSettings, queryAlertSettings } from '@candor/wire';
import type { AlertSettings } from '@candor/wire';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { lookAgain, turnPushOff, turnPushOn, usePush } from '../session/push-device.ts';
import { useUser } from '../session/session.ts';
import { queryClient, readKey, useRead } from '../session/use-read.ts';
import { useSend } from '../session/use-send.ts';
import { useText } from '../text/texts.ts';
import { Card, Divider } from '../ui/card.tsx';
import { Switch } from '../ui/switch.tsx';
import { toast } from '../ui/toast.ts';
import { Words } from '../ui/words.tsx';

export function AlertChannels(): ReactNode {
  const t = useText();
  return (
    <>
      <Card>
        <MailSwitch />
        <Divider />
        <PushSwitch />
      </Card>
      <Words as="p" size="small" tone="secondary" className="mt-2">
        {t('alerts.inApp')}
      </Words>
    </>
  );
}

function MailSwitch(): ReactNode {
  const t = useText();
  const user = useUser();
  const settings = useRead(queryAlertSettings, {}, { isEnabled: user !== null });
  const change = useSend(changeAlertSettings);
  const canMail = settings.data?.can_mail === true;

  async function set(isOn: boolean): Promise<void> {
    const outcome = await change.send({ mail: isOn ? 'on' : 'off' });
    if (outcome?.ok) queryClient.setQueryData<AlertSettings>(readKey(queryAlertSettings, {}), outcome.data);
  }

  const note =
    settings.data && (canMail ? t('alerts.mailTo', { address: user?.user_name ?? '' }) : t('alerts.mailNone'));
  return (
    <Switch
      label={t('alerts.mail')}
      {...(note === undefined ? {} : { note })}
      isOn={settings.data?.wants_mail === true}
      isDisabled={!canMail || change.isSending}
      onChange={(isOn) => void set(isOn)}
    />
  );
}

const notes = { unsupported: 'pushUnsupported', blocked: 'pushBlocked', unknown: 'pushNote', off: 'pushNote', on: 'pushNote' } as const; // prettier-ignore

/** The browser asks for permission only now that a finger wants it. */
function PushSwitch(): ReactNode {
  const t = useText();
  const { state } = usePush();
  const [isBusy, setBusy] = useState(false);
  useEffect(lookAgain, []);

  async function set(isOn: boolean): Promise<void> {
    setBusy(true);
    if (!isOn) await turnPushOff();
    else {
      const result = await turnPushOn();
      if (result === 'done') toast.success(t('alerts.pushOn'));
      if (result === 'failed') toast.error(t('alerts.pushFailed'));
    }
    setBusy(false);
  }

  return (
    <Switch
      label={t('alerts.push')}
      note={t(`alerts.${notes[state]}`)}
      isOn={state === 'on'}
      isDisabled={isBusy || (state !== 'on' && state !== 'off')}
      onChange={(isOn) => void set(isOn)}
    />
  );
}
