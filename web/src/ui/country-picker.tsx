// The 38 countries whose phones can register, by name in any of three languages, by code or by area code.
import { countries, searchCountries } from '@candor/wire';
import type { Country } from '@candor/wire';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { Picker } from './picker.tsx';
import type { PickerItem } from './picker-sheet.tsx';

import { useKit } from './kit-provider.tsx';
import { Figure } from './text.tsx';

export interface CountryPickerProps {
  /** ISO 3166 code. */
  value: string;
  onChange: (iso: string) => void;
  label?: string;
  /** Shows +81 only, as the start of a phone number. */
  isAreaCode?: boolean;
  /** Without area codes, where it is not about phones. */
  isPlain?: boolean;
  className?: string;
}

export function CountryPicker({
  value,
  onChange,
  label,
  isAreaCode,
  isPlain,
  className,
}: CountryPickerProps): ReactNode {
  const { formats, word } = useKit();
  const items = useMemo(() => {
    const sorted = countries.toSorted((left, right) =>
      formats.country(left.iso).localeCompare(formats.country(right.iso), formats.locale),
    );
    return sorted.map((country) => itemOf(country, formats.country, isPlain));
  }, [formats, isPlain]);
  const areaCode = countries.find(({ iso }) => iso === value)?.areaCode ?? '';
  return (
    <Picker
      label={label ?? word('country')}
      items={items}
      value={value}
      onChange={onChange}
      search={(typed) =>
        searchCountries(typed, formats.country).map((country) => itemOf(country, formats.country, isPlain))
      }
      nothing={word('countryNone')}
      {...(isAreaCode
        ? {
            hidesLabel: true,
            shown: <Figure>+{areaCode}</Figure>,
          }
        : {})}
      {...(className === undefined ? {} : { className })}
    />
  );
}

const itemOf = (country: Country, nameOf: (iso: string) => string, isPlain = false): PickerItem<string> => ({
  value: country.iso,
  label: nameOf(country.iso),
  note: country.nativeName === nameOf(country.iso) ? undefined : country.nativeName,
  end: isPlain ? undefined : (
    <bdi dir="ltr" className="figure text-secondary">
      +{country.areaCode}
    </bdi>
  ),
});
