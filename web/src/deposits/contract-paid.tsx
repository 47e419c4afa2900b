// Payments from contracts to the customer's address. No transaction names the address, so an operator assigns the payments.
import { queryContractPayments } from '@candor/wire';
import type { ReactNode } from 'react';
import { useRead } from '../data/use-read.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';

/** Poll interval during the search for a transaction: the server needs several requests to the network to compare balances. */
const everyMs = 30_000;

/** `txid`: the transaction that is searched and is no deposit; '' if there is no search. */
export function ContractPaid({ accountId, txid }: { accountId: string; txid: string }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const isWhole = /^0x[0-9a-f]{64}$/.test(txid);
  const { data } = useRead(
    queryContractPayments,
    { user_id: accountId, txid: isWhole ? txid : '' },
    { isEnabled: accountId !== '', ...(isWhole ? { everyMs } : {}) },
  );
  return data?.RESULT_LIST.map(({ payment_id: id, amount, coin_code: coin, network_title: network }) => {
    const paid = `${formats.decimal(amount, { min: 0, max: 8 })} ${coin}`;
    return (
      <Banner key={id} tone="info" title={t('deposits.contractPaidTitle', { amount: paid })}>
        {t('deposits.contractPaidText', { amount: paid, network })}
      </Banner>
    );
  });
}
