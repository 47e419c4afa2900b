// One address of the book for a coin and network; those on hold say for how long.
import type { SavedAddress, WithdrawalWay } from '@candor/wire';
import type { ReactNode } from 'react';
import { serverNow } from '../device/server-clock.ts';
import type { DraftField } from '../data/use-draft.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { FieldNote } from '../ui/field.tsx';
import { List, Row } from '../ui/list.tsx';
import { Countdown } from '../ui/countdown.tsx';
import { useIsOver } from '../ui/seconds-left.ts';
import { Figure, Text } from '../ui/text.tsx';
import { shortAddress } from '../ui/short-address.ts';

interface AddressChoiceProps {
  way: WithdrawalWay;
  addresses: readonly SavedAddress[];
  holdSeconds: number;
  field: DraftField<string>;
}

export function AddressChoice({ way, addresses, holdSeconds, field }: AddressChoiceProps): ReactNode {
  const t = useT();
  return (
    <section className="flex flex-col gap-1">
      <Text size="small" tone="secondary">
        {t('withdrawals.to')}
      </Text>
      {addresses.length > 0 && (
        <List label={t('withdrawals.to')} isCard>
          {addresses.map((address) => (
            <Saved
              key={address.address_id}
              address={address}
              holdSeconds={holdSeconds}
              isChosen={address.address_id === field.value}
              onPress={() => field.onChange(address.address_id)}
            />
          ))}
        </List>
      )}
      <Button look="secondary" isWide to={`/addaddress?coin=${way.coin_code}&network=${way.network}`}>
        {t('withdrawals.add')}
      </Button>
      <FieldNote id="withdraw-address-note" error={field.error} />
    </section>
  );
}

function Saved({
  address,
  holdSeconds,
  isChosen,
  onPress,
}: {
  address: SavedAddress;
  holdSeconds: number;
  isChosen: boolean;
  onPress: () => void;
}): ReactNode {
  const t = useT();
  return (
    <Row
      title={address.address_name}
      note={
        <span className="flex flex-wrap gap-x-2">
          <span dir="ltr">
            <Figure>{shortAddress(address.address_ip)}</Figure>
          </span>
          <HeldUntil address={address} />
        </span>
      }
      end={isChosen ? <Badge tone="accent">{t('withdrawals.chosen')}</Badge> : <HoldLeft address={address} holdSeconds={holdSeconds} />}
      isChosen={isChosen}
      onPress={onPress}
    />
  );
} // oxfmt-ignore

/** Nothing once it is over. */
export function HoldLeft({ address, holdSeconds }: { address: SavedAddress; holdSeconds: number }): ReactNode {
  const t = useT();
  const endsAt = Date.parse(address.usable_at);
  if (useIsOver({ endsAt, now: serverNow }) || endsAt <= serverNow()) return null;
  return <Countdown endsAt={endsAt} lengthMs={holdSeconds * 1_000} now={serverNow} label={t('withdrawals.hold')} />;
}

export function HeldUntil({ address }: { address: SavedAddress }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const endsAt = Date.parse(address.usable_at);
  if (useIsOver({ endsAt, now: serverNow }) || endsAt <= serverNow()) return null;
  return <span>{t('withdrawals.heldUntil', { time: formats.dateTime(address.usable_at) })}</span>;
}
