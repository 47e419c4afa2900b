// Where the money goes, each line to be copied, and as a square code where banking apps read one.
import { groupedCode, isIban } from '@candor/wire';
import type { getPurchase } from '@candor/wire';
import type { ReactNode } from 'react';
import type { DataOf } from '../data/use-read.ts';
import { useT } from '../text/texts.ts';
import { Card } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { QR } from '../ui/qr.tsx';
import { Heading, Note, Text } from '../ui/text.tsx';
import { paymentCode } from './payment-code.ts';

export function PayeeCard({ order }: { order: DataOf<typeof getPurchase> }): ReactNode {
  const t = useT();
  const { payee, reference, money, currency } = order;
  const code = paymentCode({ currency, money, reference, payee });
  const account = isIban(payee.account_number) ? groupedCode(payee.account_number) : payee.account_number;
  return (
    <Card label={t('purchases.payTo')} className="flex flex-col gap-1">
      <Heading>{t('purchases.payTo')}</Heading>
      <CopyLine label={t('purchases.reference')} text={groupedCode(reference)} copied={reference} note={t('purchases.referenceNote')} />
      <CopyLine label={t('purchases.amount')} text={`${money} ${currency}`} copied={money} />
      <CopyLine label={t('purchases.holder')} text={payee.holder} />
      <CopyLine label={t(isIban(payee.account_number) ? 'purchases.iban' : 'purchases.account')} text={account} copied={payee.account_number} />
      <CopyLine label={t('purchases.bank')} text={payee.bank} />
      {payee.swift !== '' && <CopyLine label={t('purchases.swift')} text={payee.swift} />}
      {code !== undefined && (
        <div className="flex flex-wrap items-center gap-4 pt-3">
          <QR text={code} label={t('purchases.code')} />
          <Note>{t('purchases.codeNote')}</Note>
        </div>
      )}
      <Note>{t('purchases.hours', { from: hour(payee.opens_hour), to: hour(payee.closes_hour), zone: payee.time_zone })}</Note>
    </Card>
  );
} // oxfmt-ignore

const hour = (of: number): string => `${String(of).padStart(2, '0')}:00`;

function CopyLine({ label, text, copied = text, note }: { label: string; text: string; copied?: string; note?: string }): ReactNode {
  return (
    <div className="flex items-center justify-between gap-2 border-b border-line py-1">
      <span className="flex min-w-0 flex-col">
        <Text size="small" tone="secondary">
          {label}
        </Text>
        <bdi dir="ltr" className="break-words font-medium text-start rtl:text-end">
          {text}
        </bdi>
        {note !== undefined && (
          <Text size="tiny" tone="faint">
            {note}
          </Text>
        )}
      </span>
      <CopyButton text={copied} label={label} />
    </div>
  );
} // oxfmt-ignore
