import { beginPasskey, getSecurity, listPasskeys } from '@candor/wire';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import type { DataOf } from '../data/use-read.ts';
import { useSend } from '../data/use-send.ts';
import { canUsePasskeys, knowsPasskeys, makePasskey } from '../device/passkey.ts';
import { useUser } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { List, Row } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { RowIcon } from '../ui/row-icon.tsx';
import { SkeletonList } from '../ui/states.tsx';
import { Figure, Text } from '../ui/text.tsx';
import { AddPasskey, ChangePasskey } from './passkey-forms.tsx';
import type { Passkey } from './passkey-forms.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

export function Screen(): ReactNode {
  const t = useT();
  const user = useUser();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const passkeys = useRead(listPasskeys, {}, { isEnabled: user !== null, freshMs: 0 });
  const security = useRead(getSecurity, {}, { isEnabled: user !== null, freshMs: 0 });
  return (
    <Page title={t('shell.passkeys')} back="/security">
      {codes.length > 0 ? (
        <RecoveryCodes codes={codes} onKept={() => setCodes([])} />
      ) : (
        <Loaded read={security} skeleton={<SkeletonList rows={4} />}>
          {(found) => (
            <Loaded read={passkeys} skeleton={<SkeletonList rows={4} />}>
              {({ RESULT_LIST }) => <Own passkeys={RESULT_LIST} security={found} onCodes={setCodes} />}
            </Loaded>
          )}
        </Loaded>
      )}
    </Page>
  );
}

interface OwnProps {
  passkeys: readonly Passkey[];
  security: DataOf<typeof getSecurity>;
  onCodes: (codes: readonly string[]) => void;
}

function Own({ passkeys, security, onCodes }: OwnProps): ReactNode {
  const t = useT();
  const [answer, setAnswer] = useState<string>();
  const [chosen, setChosen] = useState<Passkey>();
  const begin = useSend(beginPasskey);

  async function make(): Promise<void> {
    const outcome = await begin.send({});
    if (outcome?.ok === true) setAnswer(await makePasskey(outcome.data.options));
  }

  function added(codes: readonly string[]): void {
    setAnswer(undefined);
    onCodes(codes);
  }

  if (answer !== undefined) return <AddPasskey answer={answer} security={security} onAdded={added} />;
  if (chosen) return <ChangePasskey passkey={chosen} security={security} onDone={() => setChosen(undefined)} />;
  return (
    <div className="flex flex-col gap-4 pt-4">
      <Text as="p" tone="secondary">
        {t('security.passkeyIntro')}
      </Text>
      {passkeys.length === 0 ? (
        <Text tone="secondary">{t('security.passkeysNone')}</Text>
      ) : (
        <List isCard label={t('shell.passkeys')}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.passkey_id} passkey={passkey} onPress={() => setChosen(passkey)} />
          ))}
        </List>
      )}
      {canUsePasskeys() ? (
        <Button isWide isBusy={begin.isSending} onPress={() => void make()}>
          {t('security.passkeyAdd')}
        </Button>
      ) : (
        <Banner tone="info">
          {knowsPasskeys()
            ? t('security.passkeyNeedsName', { address: `localhost:${location.port}` })
            : t('security.passkeyNotHere')}
        </Banner>
      )}
    </div>
  );
}

function PasskeyRow({ passkey, onPress }: { passkey: Passkey; onPress: () => void }): ReactNode {
  const t = useT();
  const formats = useFormats();
  const { name, created_at, last_used_at } = passkey;
  return (
    <Row
      title={name}
      start={<RowIcon icon={Fingerprint} tone="neutral" />}
      note={
        <Figure>
          {last_used_at === null
            ? t('security.passkeyAddedAt', { time: formats.dateTime(created_at) })
            : t('security.passkeyUsedAt', { time: formats.dateTime(last_used_at) })}
        </Figure>
      }
      onPress={onPress}
    />
  );
}
