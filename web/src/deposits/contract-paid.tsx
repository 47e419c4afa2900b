// What a contract paid to the own address: it is in no transaction that names the address, so an operator assigns it.
import { queryContractPayments } from '@candor/wire';
import type { ReactNode } from 'react';
import { useRead } from '../data/use-read.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';

/** While somebody looks for a transaction, its balance is compared, which takes some rounds of the network. */
const everyMs = 30_000;

/** `txid`: of a transaction that is no deposit; '' if none is looked for. */
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
