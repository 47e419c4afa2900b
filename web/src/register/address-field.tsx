// Where the code goes: an e-mail address, or a phone number behind its country's area code.
import { countries } from '@candor/wire';
import type { ReactNode } from 'react';
import { setPreferences } from '../device/preferences.ts';
import type { Draft } from '../data/use-draft.ts';
import { useT } from '../text/texts.ts';
import { CountryPicker } from '../ui/country-picker.tsx';
import { Field } from '../ui/field.tsx';
import { Tabs } from '../ui/tabs.tsx';
import type { RegisterFields } from './register-rules.ts';

type AddressForm = Pick<
  Draft<Pick<RegisterFields, 'channel' | 'email' | 'country' | 'areaCode' | 'phone'>>,
  'fields' | 'field' | 'set'
>;

export function AddressField({ form }: { form: AddressForm }): ReactNode {
  const t = useT();
  const { channel } = form.fields;
  const tabs = [
    { value: 'email', label: t('register.emailTab') },
    { value: 'phone', label: t('register.phoneTab') },
  ] as const;
  return (
    <Tabs label={t('register.tabs')} tabs={tabs} value={channel} onChange={form.field('channel').onChange} isEven>
      <div className="pt-4">{channel === 'email' ? <EmailField form={form} /> : <PhoneField form={form} />}</div>
    </Tabs>
  );
}

function EmailField({ form }: { form: AddressForm }): ReactNode {
  const t = useT();
  return (
    <Field
      label={t('register.email')}
      type="email"
      dir="ltr"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="next"
      {...form.field('email')}
    />
  );
}

function PhoneField({ form }: { form: AddressForm }): ReactNode {
  const t = useT();
  // Several countries share an area code: the one that was picked stays picked.
  const { country: iso, areaCode } = form.fields;
  return (
    <div className="flex flex-col gap-3">
      <CountryPicker
        value={iso}
        onChange={(next) => {
          const chosen = countries.find((country) => country.iso === next);
          if (!chosen) return;
          form.set({ country: next, areaCode: chosen.areaCode });
          setPreferences({ areaCode: chosen.areaCode });
        }}
      />
      <Field
        label={t('register.phone')}
        type="tel"
        dir="ltr"
        autoComplete="tel-national"
        enterKeyHint="next"
        start={
          <bdi dir="ltr" className="figure ps-3">
            +{areaCode}
          </bdi>
        }
        {...form.field('phone')}
      />
    </div>
  );
}
