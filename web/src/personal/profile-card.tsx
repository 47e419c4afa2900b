// Who is logged in: name, number, identity, level, and the code for inviting others.
import type { User } from '@candor/wire';
import { CircleUser } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMode } from '../device/mode.ts';
import { useT } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Divider } from '../ui/card.tsx';
import { RowIcon } from '../ui/row-icon.tsx';
import { Text } from '../ui/text.tsx';
import { Copied } from './copied.tsx';

export function ProfileCard({ user }: { user: User }): ReactNode {
  const t = useT();
  const name = user.user_name === user.user_number ? (user.user_phone ?? user.user_number) : user.user_name;
  return (
    <Card className="mt-3 flex flex-col gap-3" label={t('personal.profile')}>
      <div className="flex items-center gap-3">
        <RowIcon icon={CircleUser} isLarge />
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <Text size="large" weight="strong" className="min-w-0 break-words">
            <bdi dir="ltr">{name}</bdi>
          </Text>
          <Badges user={user} />
        </div>
      </div>
      <Divider />
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(8.75rem,100%),1fr))] gap-3">
        <Copied label={t('personal.number')} text={user.user_number} />
        <Copied label={t('register.invite')} text={user.referral_code} />
      </div>
    </Card>
  );
}

function Badges({ user }: { user: User }): ReactNode {
  const t = useT();
  const isVerified = user.status === '1';
  const state = isVerified ? (user.verified_by === 'demo' ? 'verifiedByDemo' : 'verified') : 'notVerified';
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={isVerified ? 'good' : 'warn'}>{t(`personal.${state}`)}</Badge>
      <Badge tone="accent">{t('personal.vip', { level: user.vip })}</Badge>
      {user.account_type === '0' && <Badge tone="warn">{t('personal.experience')}</Badge>}
    </span>
  );
}

/** What to do about an identity that nobody has looked at yet. */
export function VerifyNote(): ReactNode {
  const t = useT();
  const isDemo = useMode() === 'demo';
  return (
    <Card look="warn" className="mt-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <Text size="small" className="min-w-40 flex-1">
        {t('personal.verifyNote')}
      </Text>
      <Button look="secondary" isSmall to={isDemo ? '/demo' : '/authentication'}>
        {t('personal.verify')}
      </Button>
    </Card>
  );
}
