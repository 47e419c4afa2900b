import { coinOfCode, readAlertMessages } from '@candor/wire';
import type { AlertMessage } from '@candor/wire';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { serverNow } from '../device/server-clock.ts';
import { priceWords, firedWords } from '../live/alert-words.ts';
import { storeUnread, useAlertMessages, useUnread } from '../live/alerts.ts';
import { call } from '../session/session.ts';
import { PagedList } from '../data/paged-list.tsx';
import { useFormats, useT } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import { CoinIcon } from '../ui/coin-icon.tsx';
import { List, Row } from '../ui/list.tsx';
import { SkeletonList } from '../ui/states.tsx';
import { Text } from '../ui/text.tsx';

/** Long enough to have seen it. */
const readAfterMs = 1_500;

export function MessageList(): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const list = useAlertMessages();
  useReadMark(list.data?.[0]);
  const none = (
    <Text as="p" tone="secondary" size="small">
      {t('alerts.messagesNone')}
    </Text>
  );
  return (
    <PagedList
      list={list}
      skeleton={<SkeletonList rows={2} />}
      empty={none}
      render={(messages) => (
        <List isCard label={t('alerts.messages')}>
          {messages.map((message) => (
            <Row
              key={message.message_id}
              to={`/exchange/${coinOfCode(message.coin)?.symbol ?? ''}`}
              start={<CoinIcon coin={message.coin} />}
              title={firedWords(message, { t, formats })}
              note={`${priceWords(message.seen.price, message.coin, { t, formats })} · ${formats.relative(message.seen.at, serverNow())}`}
              {...(message.is_read ? {} : { end: <Badge tone="accent">{t('alerts.unread')}</Badge> })}
            />
          ))}
        </List>
      )}
    />
  );
}

/** What was on the screen counts as read; the marks stay until the list is read again. */
function useReadMark(newest: AlertMessage | undefined): void {
  const upTo = useUnread() > 0 ? newest?.message_id : undefined;
  useEffect(() => {
    if (upTo === undefined) return;
    const timer = setTimeout(() => {
      void call(readAlertMessages, { up_to: upTo }).then((outcome) => outcome.ok && storeUnread(outcome.data.unread));
    }, readAfterMs);
    return () => clearTimeout(timer);
  }, [upTo]);
}
