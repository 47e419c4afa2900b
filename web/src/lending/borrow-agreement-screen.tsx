// The agreement on an amount and a term: read, printed, checked and accepted, and only then sent.
import { getBorrowAgreement, parseAmount, submitBorrow } from '@candor/wire';
import type { Failure } from '@candor/wire';
import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import type { DataOf } from '../data/use-read.ts';
import { useRead } from '../data/use-read.ts';
import { useSend } from '../data/use-send.ts';
import { useUser } from '../session/session.ts';
import { useLanguage, useT } from '../text/texts.ts';
import { navigate, useAddress } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { toast } from '../ui/toast.ts';
import { AgreementText, PrintButton, useIsRight } from './agreement-text.tsx';
import { borrowChanges } from './borrow-list.ts';

export function Screen(): ReactNode {
  const t = useT();
  const asked = new URLSearchParams(useAddress().search);
  const [number, month] = [asked.get('number') ?? '', asked.get('month') ?? ''];
  const isAsked = parseAmount(number) !== undefined && /^\d{1,2}$/.test(month);
  return (
    <Page title={t('lending.agreement')} back="/borrow" actions={isAsked && <PrintButton />}>
      {isAsked ? <Offered number={number} month={month} /> : <EmptyState icon={HandCoins} title={t('lending.gone')} />}
    </Page>
  );
}

function Offered({ number, month }: { number: string; month: string }): ReactNode {
  const accountId = useUser()?.account_id ?? '';
  const language = useLanguage();
  const question = { account_id: accountId, number, month: parseInt(month, 10), language };
  return (
    <Loaded read={useRead(getBorrowAgreement, question, { isEnabled: accountId !== '' })}>
      {(agreement) => <Acceptance key={agreement.sha256} agreement={agreement} accountId={accountId} />}
    </Loaded>
  );
}

/** Of what can't be helped the specification has words of its own. */
const isUnexplained = ({ code }: Failure): boolean => code === 'unknown-error';

interface AcceptanceProps {
  agreement: DataOf<typeof getBorrowAgreement>;
  accountId: string;
}

function Acceptance({ agreement, accountId }: AcceptanceProps): ReactNode {
  const t = useT();
  const [isAccepted, setAccepted] = useState(false);
  const application = useSend(submitBorrow, { changes: borrowChanges, shows: isUnexplained });
  const isRight = useIsRight(agreement);
  const { sha256, language, number, cope, total_amount, month } = agreement;

  async function apply(): Promise<void> {
    const outcome = await application.send({ account_id: accountId, number, cope, total_amount, month, agreement_sha256: sha256, language }); // oxfmt-ignore
    if (outcome?.ok) {
      toast.success(t('lending.applied'));
      navigate(`/borrowed/${outcome.data.borrow_id}`, { replace: true });
    } else if (outcome && isUnexplained(outcome)) {
      toast.error(t('lending.failed'));
    }
  }

  return (
    <>
      <AgreementText agreement={agreement} />
      <div className="flex flex-col gap-2 pt-3" data-screen-only>
        <Checkbox value={isAccepted} onChange={setAccepted}>
          {t('lending.accept')}
        </Checkbox>
        <Button isWide isDisabled={!isAccepted || !isRight} isBusy={application.isSending} onPress={() => void apply()}>
          {t('lending.apply')}
        </Button>
      </div>
    </>
  );
}
