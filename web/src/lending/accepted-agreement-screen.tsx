// The agreement of an application, word for word as it was accepted.
import { getAcceptedAgreement, parseWireId } from '@candor/wire';
import { HandCoins } from 'lucide-react';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import { useUser } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { useParams } from '../ui/address.ts';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Note } from '../ui/text.tsx';
import { AgreementText, PrintButton } from './agreement-text.tsx';

export function Screen(): ReactNode {
  const t = useT();
  const { id = '' } = useParams();
  const isId = parseWireId('loan', id) !== undefined;
  return (
    <Page
      title={t('lending.agreement')}
      back={isId ? `/borrowed/${id}` : '/borrowhistory'}
      actions={isId && <PrintButton />}
    >
      {isId ? <Accepted id={id} /> : <EmptyState icon={HandCoins} title={t('refusals.not-found')} />}
    </Page>
  );
}

function Accepted({ id }: { id: string }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const accountId = useUser()?.account_id ?? '';
  const question = { account_id: accountId, borrow_id: id };
  return (
    <Loaded read={useRead(getAcceptedAgreement, question, { isEnabled: accountId !== '' })}>
      {(agreement) => (
        <>
          <AgreementText agreement={agreement} />
          <Note>{t('lending.acceptedAt', { time: formats.dateTime(agreement.accepted_at) })}</Note>
        </>
      )}
    </Loaded>
  );
}
