// Candor as an app on each kind of device: there is no store to go through.
import { Laptop, Smartphone, TabletSmartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { askToInstall, useInstall } from '../device/install.ts';
import { useT } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { List, Row } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { RowIcon } from '../ui/row-icon.tsx';
import { Heading, Text } from '../ui/text.tsx';

const ways = [
  { name: 'personal.appAndroid', icon: Smartphone, steps: ['personal.appAndroidOpen', 'personal.appAndroidAdd', 'personal.appDone'] },
  { name: 'personal.appApple', icon: TabletSmartphone, steps: ['personal.appAppleOpen', 'personal.appAppleAdd', 'personal.appDone'] },
  { name: 'personal.appDesktop', icon: Laptop, steps: ['personal.appDesktopOpen', 'personal.appDesktopAdd', 'personal.appDesktopDone'] },
] as const; // oxfmt-ignore

export function Screen(): ReactNode {
  const t = useT();
  const install = useInstall();
  return (
    <Page title={t('shell.menuApp')} back="/personal">
      <Text as="p" tone="secondary" className="pt-3">
        {t('personal.appText')}
      </Text>
      {install === 'installed' && <Banner tone="good">{t('personal.appInstalled')}</Banner>}
      {install === 'offered' && (
        <Button isWide className="mt-3" onPress={() => void askToInstall().catch(() => undefined)}>
          {t('personal.appInstall')}
        </Button>
      )}
      {ways.map(({ name, icon, steps }) => (
        <section key={name} className="pt-4">
          <Heading>
            <span className="flex items-center gap-3">
              <RowIcon icon={icon} />
              {t(name)}
            </span>
          </Heading>
          <List isCard label={t(name)}>
            {steps.map((step, place) => (
              <Row key={step} start={<Badge tone="accent">{place + 1}</Badge>} title={t(step)} />
            ))}
          </List>
        </section>
      ))}
    </Page>
  );
}
