// The form of a withdrawal on one network: where to, how much, what it costs and what arrives, and what proves that its owner wants it.
import { addWithdraw, queryWithdrawTerms, wad } from '@candor/wire';
import type { getSecurity, SavedAddress, WithdrawalWay } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { serverNow } from '../device/server-clock.ts';
import { refetch } from '../data/refetch.ts';
import { useDraft } from '../data/use-draft.ts';
import type { DataOf } from '../data/use-read.ts';
import { VerifyFirst, VerifyPrompt } from '../market/verify-prompt.tsx';
import { ConfirmFields } from '../security/confirm-fields.tsx';
import { ownerProof, type OwnerProof } from '../security/owner-proof.ts';
import { noProof } from '../security/proof-rules.ts';
import { useUser } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { navigate } from '../ui/address.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Form } from '../ui/form.tsx';
import { Money } from '../ui/money.tsx';
import { Note } from '../ui/text.tsx';
import { toast } from '../ui/toast.ts';
import { AddressChoice } from './address-choice.tsx';
import { costOf, faultsOf, noWithdraw, type WithdrawFields } from './withdraw-rules.ts';
import { withdrawalChanges } from './withdrawal-list.ts';

interface WithdrawFormProps {
  way: WithdrawalWay;
  terms: DataOf<typeof queryWithdrawTerms>;
  book: readonly SavedAddress[];
  security: DataOf<typeof getSecurity>;
}

export function WithdrawForm({ way, terms, book, security }: WithdrawFormProps): ReactNode {
  const t = useT();
  const user = useUser();
  const { coin_code: coin, network } = way;
  const here = book.filter((each) => each.coin_code === coin && each.network === network);
  const [isPrompted, setPrompted] = useState(false);
  const proof = ownerProof('withdrawal', security);
  const form = useDraft({
    first: { ...noWithdraw, ...noProof },
    keptAs: { name: `withdrawal ${coin} ${network}`, fields: ['address', 'amount'] },
    judge: (fields) => ({
      ...faultsOf(
        fields,
        way,
        here.find((each) => each.address_id === fields.address),
        serverNow(),
      ),
      ...proof.faults(fields),
    }),
    call: addWithdraw,
    changes: withdrawalChanges,
    payloadOf: ({ address, amount, password, code }) =>
      user && { withdraw_user: user.account_id, coin_code: coin, withdraw_money: amount, fee: costOf(amount, coin, way.fee_share)?.fee ?? '', withdraw_address: address, withdraw_agree: '1' as const, user_paypass: password, code: code.trim() }, // oxfmt-ignore
    ...showingNewFee(proof.refusals),
    fieldOf: (code) => atField[code] ?? proof.refusals.fieldOf(code),
    onDone({ withdraw_id: id }) {
      toast.success(t('withdrawals.submitted'));
      navigate(`/withdrawn/${id}`);
    },
    onUnverified: () => setPrompted(true),
  });
  const verifying = {
    title: t('withdrawals.verifyTitle'),
    confirm: t('withdrawals.verifyNow'),
    text: { ofDemo: t('withdrawals.verifyDemo'), otherwise: t('withdrawals.verifyText') },
  };
  return (
    <Form label={t('shell.menuWithdraw')} className="gap-4" {...form.form}>
      <VerifyFirst {...verifying} />
      <AddressChoice way={way} addresses={here} holdSeconds={terms.hold_seconds} field={form.field('address')} />
      <AmountField
        label={t('withdrawals.amount')}
        coin={coin}
        max={way.available}
        hint={<Free way={way} owed={terms.owed} />}
        {...form.field('amount')}
      />
      <Costs amount={form.fields.amount} way={way} />
      <ConfirmFields form={form} proof={proof} hasTradePassword={security.trade_password} />
      <Checkbox {...form.field('agrees')}>{t('withdrawals.agree', { coin, network: way.network_title })}</Checkbox>
      <Button type="submit" isWide isBusy={form.isSending} isDisabled={!security.trade_password}>
        {t('withdrawals.submit')}
      </Button>
      <VerifyPrompt isOpen={isPrompted} onClose={() => setPrompted(false)} {...verifying} />
    </Form>
  );
}

/** A fee that has risen is read anew, for the person to look at. */
const showingNewFee = ({ onRefused, ...others }: OwnerProof['refusals']): OwnerProof['refusals'] => ({
  ...others,
  onRefused(failure, set) {
    onRefused(failure, set);
    if (failure.code === 'withdrawal-fee-risen') refetch(queryWithdrawTerms);
  },
});

const atField: Readonly<Partial<Record<string, keyof WithdrawFields>>> = {
  'withdrawal-too-small': 'amount',
  'insufficient-balance': 'amount',
  'withdrawal-debt': 'amount',
  'withdrawal-fee-risen': 'amount',
  'amount-malformed': 'amount',
  'too-many-decimals': 'amount',
  'withdrawal-held': 'address',
  'address-ours': 'address',
  'payee-needs-tag': 'address',
  'payee-refuses': 'address',
  'payee-unopened': 'amount',
  'not-found': 'address',
};

function Free({ way, owed }: { way: WithdrawalWay; owed: string }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { coin_code: coin } = way;
  const said = (amount: string, unit: string): string => `${formats.decimal(amount, { min: 0, max: 8 })} ${unit}`;
  return (
    <>
      {t('withdrawals.free', { amount: said(way.available, coin), min: said(way.min, coin) })}
      {wad(owed) > 0n && <> {t('withdrawals.owed', { owed: said(owed, 'USDT') })}</>}
    </>
  );
}

function Costs({ amount, way }: { amount: string; way: WithdrawalWay }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const cost = costOf(amount, way.coin_code, way.fee_share);
  const money = (value: string | undefined): ReactNode =>
    value === undefined ? '–' : <Money amount={value} coin={way.coin_code} precision="short" hasCoin size="small" />;
  return (
    <Card look="sunk" className="flex flex-col gap-2">
      <Facts>
        <Fact label={t('withdrawals.fee', { share: formats.percent(way.fee_share) })}>{money(cost?.fee)}</Fact>
        <Fact label={t('withdrawals.arrives')}>{money(cost?.net)}</Fact>
        <Fact label={t('withdrawals.network')}>{way.network_title}</Fact>
      </Facts>
      <Note>{t('withdrawals.exactNote')}</Note>
    </Card>
  );
}
