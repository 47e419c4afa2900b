// Where alerts are told besides the app: by mail to the account's address, and pushed to this very device.
import { changeAlertSettings, queryAlertSettings } from '@candor/wire';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { lookAgain, turnPushOff, turnPushOn, usePush } from './push-device.ts';
import { useUser } from '../session/session.ts';
import { cachedAnswer } from '../data/cached-list.ts';
import { useRead } from '../data/use-read.ts';
import { useSend } from '../data/use-send.ts';
import { useT } from '../text/texts.ts';
import { Card, Divider } from '../ui/card.tsx';
import { Switch } from '../ui/switch.tsx';
import { toast } from '../ui/toast.ts';
import { Text } from '../ui/text.tsx';

export function AlertChannels(): ReactNode {
  const t = useT();
  return (
    <>
      <Card>
        <MailSwitch />
        <Divider />
        <PushSwitch />
      </Card>
      <Text as="p" size="small" tone="secondary" className="mt-2">
        {t('alerts.inApp')}
      </Text>
    </>
  );
}

function MailSwitch(): ReactNode {
  const t = useT();
  const user = useUser();
  const settings = useRead(queryAlertSettings, {}, { isEnabled: user !== null });
  const change = useSend(changeAlertSettings, { changes: [cachedAnswer(queryAlertSettings, {})] });
  const canMail = settings.data?.can_mail === true;

  const set = (isOn: boolean) => change.send({ mail: isOn ? 'on' : 'off' });

  const isSpent = settings.data?.wants_mail === true && settings.data.mails_left === 0;
  const mailNote = isSpent ? t('alerts.mailSpent') : t('alerts.mailTo', { address: user?.user_name ?? '' });
  const note = settings.data && (canMail ? mailNote : t('refusals.alert-no-mail'));
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

const notes = { unsupported: 'pushUnsupported', blocked: 'pushBlocked', unknown: 'pushNote', off: 'pushNote', on: 'pushNote' } as const; // oxfmt-ignore

/** The browser asks for permission only now that a finger wants it. */
function PushSwitch(): ReactNode {
  const t = useT();
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
