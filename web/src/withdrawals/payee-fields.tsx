// Fields of a payee: the address, and on networks with destination tags the tag in a field of its own.
import type { WithdrawalWay } from '@candor/wire';
import type { ReactNode } from 'react';
import type { DraftField } from '../data/use-draft.ts';
import { useT } from '../text/texts.ts';
import { Field } from '../ui/field.tsx';

interface PayeeFieldsProps {
  way: WithdrawalWay;
  address: DraftField<string>;
  tag: DraftField<string>;
}

export function PayeeFields({ way, address, tag }: PayeeFieldsProps): ReactNode {
  const t = useT();
  return (
    <>
      <Field
        label={t('withdrawals.address')}
        hint={t('withdrawals.addressHint', { network: way.network_title })}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={128}
        {...address}
      />
      {way.has_tag && (
        <Field
          label={t('withdrawals.tag')}
          hint={t('withdrawals.tagHint')}
          dir="ltr"
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          {...tag}
        />
      )}
    </>
  );
}
