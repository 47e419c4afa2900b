import { currencyCodes } from '@candor/wire';
import type { ReactNode } from 'react';
import { currencyOf, isRedUp, setPreferences, usePreferences } from '../device/preferences.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Card } from '../ui/card.tsx';
import { Change } from '../ui/change.tsx';
import { Segmented } from '../ui/choices.tsx';
import { CoinIcon } from '../ui/coin-icon.tsx';
import { List, Row } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { Picker } from '../ui/picker.tsx';
import { Switch } from '../ui/switch.tsx';
import { Heading, Text } from '../ui/text.tsx';

/** Two made-up changes, to show the colours on. */
const samples = [
  { coin: 'BTC', share: '0.0124' },
  { coin: 'ETH', share: '-0.0042' },
];

export function Screen(): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const preferences = usePreferences();
  return (
    <Page title={t('shell.appearance')} back="/personal">
      <Heading>{t('personal.theme')}</Heading>
      <Segmented
        label={t('personal.theme')}
        value={preferences.theme}
        onChange={(theme) => setPreferences({ theme })}
        choices={[
          { value: 'system', label: t('personal.themeSystem') },
          { value: 'light', label: t('personal.themeLight') },
          { value: 'dark', label: t('personal.themeDark') },
        ]}
      />
      <Text as="p" size="small" tone="secondary" className="mt-2">
        {t('personal.themeNote')}
      </Text>
      <Heading className="mt-4">{t('personal.colors')}</Heading>
      <Segmented
        label={t('personal.colors')}
        value={isRedUp(preferences) ? 'red' : 'green'}
        onChange={(up) => setPreferences({ isRedUp: up === 'red' })}
        choices={[
          { value: 'green', label: t('personal.greenUp') },
          { value: 'red', label: t('personal.redUp') },
        ]}
      />
      <List isCard className="mt-3" label={t('personal.colorsSample')}>
        {samples.map(({ coin, share }) => (
          <Row key={coin} title={coin} start={<CoinIcon coin={coin} />} end={<Change share={share} look="pill" />} />
        ))}
      </List>
      <Text as="p" size="small" tone="secondary" className="mt-2">
        {t('personal.colorsNote')}
      </Text>
      <Heading className="mt-4">{t('personal.currency')}</Heading>
      <Picker
        label={t('personal.currency')}
        hidesLabel
        items={currencyCodes.map((value) => ({ value, label: value, note: formats.currency(value) }))}
        value={currencyOf(preferences)}
        onChange={(currency) => setPreferences({ currency })}
      />
      <Text as="p" size="small" tone="secondary" className="mt-2">
        {t('personal.currencyNote')}
      </Text>
      <Card isFlush className="mt-4 px-4">
        <Switch
          label={t('ui.hideBalances')}
          note={t('personal.hideBalancesNote')}
          isOn={preferences.hidesBalances}
          onChange={(hidesBalances) => setPreferences({ hidesBalances })}
        />
      </Card>
    </Page>
  );
}
