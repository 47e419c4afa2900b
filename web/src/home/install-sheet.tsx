import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import { List, Row } from '../ui/list.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { deviceOf } from '../device/install.ts';

const steps = {
  apple: ['home.installAppleOpen', 'home.installAppleAdd', 'home.installDone'],
  other: ['home.installOtherOpen', 'home.installOtherAdd', 'home.installDone'],
} as const;

export function InstallSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactNode {
  const t = useT();
  const device = deviceOf(navigator.userAgent, navigator.maxTouchPoints);
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('home.installTitle')} note={t('home.installText')}>
      <List>
        {steps[device].map((key, place) => (
          <Row key={key} start={<Badge tone="accent">{place + 1}</Badge>} title={t(key)} />
        ))}
      </List>
    </Sheet>
  );
}
