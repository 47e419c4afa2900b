import { coinCodes, fundedBuckets, goodDrawings, operatorRoles, prizeKinds, wadDecimals } from '@candor/wire';
import { AmountField } from '@candor/web/ui/amount-field.tsx';
import { Field } from '@candor/web/ui/field.tsx';
import type { ReactNode } from 'react';
import { correctionNames } from '../text/correction-names.ts';
import { roleNames } from '../session/role-names.ts';
import { useT } from '../text/texts.ts';
import { useWords } from '../text/wire-words.ts';
import { CheckList } from '../ui/check-list.tsx';
import { Select } from '../ui/select.tsx';
import type { ActField } from './act-fields.ts';

interface ActFieldInputProps {
  field: ActField;
  value: string;
  onChange: (value: string) => void;
}

export function ActFieldInput({ field: { label, type }, value, onChange }: ActFieldInputProps): ReactNode {
  const [t, word] = [useT(), useWords()];
  if (type === 'coin') {
    const options = [
      { value: '', label: t('acts.choose') },
      ...coinCodes.map((code) => ({ value: code, label: code })),
    ];
    return <Select label={t(label)} value={value} onChange={onChange} options={options} />;
  }
  if (type === 'correction') {
    const options = Object.entries(correctionNames).map(([reason, name]) => ({ value: reason, label: t(name) }));
    return <Select label={t(label)} value={value || 'bad-print'} onChange={onChange} options={options} />;
  }
  if (type === 'bucket') {
    const options = fundedBuckets.map((bucket) => ({ value: bucket, label: word('bucket', bucket) }));
    return <Select label={t(label)} value={value || 'bankroll'} onChange={onChange} options={options} />;
  }
  if (type === 'book') {
    const options = ['real', 'bonus'].map((book) => ({ value: book, label: word('book', book) }));
    return <Select label={t(label)} value={value || 'real'} onChange={onChange} options={options} />;
  }
  if (type === 'drawing' || type === 'prize') {
    const names = type === 'drawing' ? goodDrawings : prizeKinds;
    const options = names.map((one) => ({ value: one, label: word(type, one) }));
    return <Select label={t(label)} value={value || names[0]} onChange={onChange} options={options} />;
  }
  if (type === 'yes-no') {
    const options = [
      { value: '', label: t('acts.no') },
      { value: 'yes', label: t('acts.yes') },
    ];
    return <Select label={t(label)} value={value} onChange={onChange} options={options} />;
  }
  if (type === 'roles') {
    const chosen = value === '' ? [] : value.split(' ');
    return (
      <CheckList
        label={t(label)}
        items={operatorRoles.map((role) => ({ key: role, label: t(roleNames[role]), isOn: chosen.includes(role) }))}
        onToggle={(role) => onChange((chosen.includes(role) ? chosen.filter((one) => one !== role) : [...chosen, role]).join(' '))} // oxfmt-ignore
      />
    );
  }
  if (type === 'minute') {
    const shown = /^\d+$/.test(value) ? new Date(parseInt(value, 10)).toISOString().slice(0, 16) : value;
    return (
      <Field label={t(label)} type="datetime-local" value={shown} onChange={onChange} hint={t('acts.minuteNote')} />
    );
  }
  if (type === 'amount' || type === 'count') {
    const decimals = type === 'count' ? 0 : wadDecimals;
    return <AmountField label={t(label)} coin="" decimals={decimals} value={value} onChange={onChange} />;
  }
  return <Field label={t(label)} value={value} onChange={onChange} maxLength={500} />;
}
