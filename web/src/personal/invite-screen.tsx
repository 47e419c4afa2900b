// The code by which others are invited, as a link and as a picture, and how many have come. There is no reward for it.
import { countInvited } from '@candor/wire';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import { useUser } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Card } from '../ui/card.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { QR } from '../ui/qr.tsx';
import { Skeleton } from '../ui/states.tsx';
import { Figure, Note, Text } from '../ui/text.tsx';
import { Copied } from './copied.tsx';

export function Screen(): ReactNode {
  const t = useT();
  const code = useUser()?.referral_code;
  return (
    <Page title={t('shell.menuInvite')} back="/personal">
      {code !== undefined && (
        <Card className="mt-3 flex flex-col items-center gap-4">
          <Text as="p" tone="secondary">
            {t('personal.inviteText')}
          </Text>
          <QR text={linkOf(code)} label={t('personal.inviteLink')} />
          <Copied isWide label={t('register.invite')} text={code} />
          <Copied isWide label={t('personal.inviteLink')} text={linkOf(code)} />
        </Card>
      )}
      <Came />
      <Note>{t('personal.inviteNote')}</Note>
    </Page>
  );
}

/** It opens the form with the code filled in. */
const linkOf = (code: string): string => `${location.origin}/#/register?invite=${code}`;

function Came(): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const read = useRead(countInvited, {}, { isEnabled: useUser() !== null });
  return (
    <Card className="my-3">
      <Loaded read={read} skeleton={<Skeleton className="h-6 w-full" />} errorSize="line">
        {({ count }) => (
          <Facts>
            <Fact label={t('personal.invited')}>
              <Figure>{formats.decimal(String(count), { min: 0, max: 0 })}</Figure>
            </Fact>
          </Facts>
        )}
      </Loaded>
    </Card>
  );
}
