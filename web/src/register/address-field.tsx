// Where the code goes: an e-mail address, or a phone number behind its country's area code.
import { countries } from '@candor/wire';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { setPreferences } from '../session/preferences.ts';
import { useText } from '../text/texts.ts';
import { CountryPicker } from '../ui/country-picker.tsx';
import { Field } from '../ui/field.tsx';
import { Tabs } from '../ui/tabs.tsx';
import type { Channel, RegisterFields } from './register-rules.ts';

export function AddressField({ form }: { form: UseFormReturn<RegisterFields> }): ReactNode {
  const t = useText();
  const channel = form.watch('channel');
  const change = (next: Channel): void => {
    form.setValue('channel', next);
    form.clearErrors();
  };
  const tabs = [
    { value: 'email', label: t('register.emailTab') },
    { value: 'phone', label: t('register.phoneTab') },
  ] as const;
  return (
    <Tabs label={t('register.tabs')} tabs={tabs} value={channel} onChange={change} isEven>
      <div className="pt-4">{channel === 'email' ? <EmailField form={form} /> : <PhoneField form={form} />}</div>
    </Tabs>
  );
}

function EmailField({ form }: { form: UseFormReturn<RegisterFields> }): ReactNode {
  const t = useText();
  return (
    <Field
      label={t('register.email')}
      type="email"
      dir="ltr"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="next"
      error={form.formState.errors.email?.message}
      {...form.register('email')}
    />
  );
}

function PhoneField({ form }: { form: UseFormReturn<RegisterFields> }): ReactNode {
  const t = useText();
  const areaCode = form.watch('areaCode');
  // Several countries share an area code: the one that was picked stays picked.
  const iso = form.watch('country');
  return (
    <div className="flex flex-col gap-3">
      <CountryPicker
        value={iso}
        onChange={(next) => {
          const chosen = countries.find((country) => country.iso === next);
          if (!chosen) return;
          form.setValue('country', next);
          form.setValue('areaCode', chosen.areaCode);
          setPreferences({ areaCode: chosen.areaCode });
          if (form.formState.isSubmitted) void form.trigger('phone');
        }}
      />
      <Field
        label={t('register.phone')}
        type="tel"
        dir="ltr"
        autoComplete="tel-national"
        enterKeyHint="next"
        error={form.formState.errors.phone?.message}
        start={
          <bdi dir="ltr" className="figure ps-3">
            +{areaCode}
          </bdi>
        }
        {...form.register('phone')}
      />
    </div>
  );
}
