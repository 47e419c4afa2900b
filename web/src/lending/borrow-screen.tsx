// Borrowing: terms and a calculator for everybody, and for customers their limit with why, before anything is asked for.
import { formatAmount, parseAmount, queryBorrowLimit, queryBorrowTerms } from '@candor/wire';
import type { BorrowTerm, BorrowTerms, CreditLimit } from '@candor/wire';
import { HandCoins, History } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useKeptFields } from '../data/kept-fields.ts';
import { refetch } from '../data/refetch.ts';
import { useRead } from '../data/use-read.ts';
import { VerifyFirst, VerifyPrompt } from '../market/verify-prompt.tsx';
import { JoinButtons } from '../session/join-buttons.tsx';
import { useUser } from '../session/session.ts';
import { useFaultText } from '../text/refusal-text.ts';
import { useFormats, useT } from '../text/texts.ts';
import { navigate, useAddress } from '../ui/address.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Segmented } from '../ui/choices.tsx';
import { Form } from '../ui/form.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Note, Text } from '../ui/text.tsx';
import { BorrowCost } from './borrow-cost.tsx';
import { faultOf } from './borrow-rules.ts';
import { LimitRules, OwnLimit } from './credit-limit.tsx';

export function Screen(): ReactNode {
  const t = useT();
  const user = useUser();
  const history = <IconButton icon={History} label={t('shell.menuBorrowHistory')} to="/borrowhistory" />;
  return (
    <Page title={t('shell.menuBorrow')} back="/home" actions={user && history}>
      <Loaded read={useRead(queryBorrowTerms, {})}>
        {(offer) =>
          offer.terms.length === 0 ? (
            <EmptyState icon={HandCoins} title={t('lending.noTerms')} />
          ) : (
            <Offer offer={offer} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Offer({ offer }: { offer: BorrowTerms }): ReactNode {
  const t = useT();
  const accountId = useUser()?.account_id ?? '';
  const own = useRead(queryBorrowLimit, { account_id: accountId }, { isEnabled: accountId !== '' });
  return (
    <div className="flex flex-col gap-4 pt-2">
      <Calculator terms={offer.terms} limit={accountId === '' ? undefined : own.data} isGuest={accountId === ''} />
      <Card look="sunk" label={t('lending.worstTitle')} className="flex flex-col gap-2">
        <Text as="h2" weight="strong">
          {t('lending.worstTitle')}
        </Text>
        <Note>{t('lending.worst')}</Note>
      </Card>
      {accountId === '' ? (
        <LimitRules limits={offer.limits} />
      ) : (
        <Loaded read={own}>{(limit) => <OwnLimit limit={limit} limits={offer.limits} />}</Loaded>
      )}
    </div>
  );
}

interface CalculatorProps {
  terms: readonly BorrowTerm[];
  limit: CreditLimit | undefined;
  isGuest: boolean;
}

function Calculator({ terms, limit, isGuest }: CalculatorProps): ReactNode {
  const [t, formats, faultText] = [useT(), useFormats(), useFaultText()];
  const asked = new URLSearchParams(useAddress().search);
  const [askedNumber, askedMonth] = [asked.get('number') ?? '', asked.get('month') ?? ''];
  const [{ number: typed, month }, keep] = useKeptFields(
    { number: askedNumber, month: askedMonth },
    // What a link names is another calculation.
    { name: `borrow ${askedNumber} ${askedMonth}`, fields: ['number', 'month'] },
  );
  const [isTouched, setTouched] = useState(false);
  const term = terms.find((each) => String(each.month) === month) ?? terms[0]!;
  const amount = parseAmount(typed);
  const fault = faultOf(typed, term, limit);
  const [isPrompted, setPrompted] = useState(false);
  const chosen = `number=${amount === undefined ? '' : formatAmount(amount)}&month=${term.month}`;

  const verifying = {
    title: t('lending.verifyTitle'),
    confirm: t('lending.verifyNow'),
    text: { ofDemo: t('lending.verifyDemo'), otherwise: t('lending.verifyText') },
    onVerified: () => refetch(queryBorrowLimit),
  };

  function goOn(): void {
    setTouched(true);
    if (fault) return;
    if (limit?.blocked === 'unverified') return setPrompted(true);
    navigate(`/borrowAgreement?${chosen}`);
  }

  return (
    <Form label={t('lending.calculator')} className="gap-3" onSubmit={goOn}>
      <VerifyFirst {...verifying} />
      <Segmented
        label={t('lending.term')}
        value={String(term.month)}
        onChange={(next) => keep((now) => ({ ...now, month: next }))}
        choices={terms.map((each) => ({ value: String(each.month), label: formats.length(each.month, 'month') }))}
      />
      <AmountField
        label={t('lending.amount')}
        coin="USDT"
        value={typed}
        onChange={(next) => keep((now) => ({ ...now, number: next }))}
        onBlur={() => setTouched(typed !== '')}
        max={limit && limit.blocked === null ? limit.limit : term.max}
        error={isTouched && fault ? faultText(fault) : undefined}
      />
      <BorrowCost term={term} amount={amount} />
      {isGuest ? (
        <>
          <Note>{t('lending.guest')}</Note>
          <JoinButtons wanted={`/borrow?${chosen}`} />
        </>
      ) : (
        <Next limit={limit} />
      )}
      <VerifyPrompt isOpen={isPrompted} onClose={() => setPrompted(false)} {...verifying} />
    </Form>
  );
}

/** What stands against it is said in the place of the button. */
function Next({ limit }: { limit: CreditLimit | undefined }): ReactNode {
  const t = useT();
  if (limit?.blocked === 'experience') return <Note>{t('lending.experience')}</Note>;
  if (limit?.blocked === 'unfinished') {
    return (
      <>
        <Note>{t('refusals.borrow-unfinished')}</Note>
        <Button to="/borrowhistory" look="secondary" isWide>
          {t('shell.menuBorrowHistory')}
        </Button>
      </>
    );
  }
  return (
    <Button type="submit" isWide isDisabled={limit === undefined}>
      {t('lending.continue')}
    </Button>
  );
}
