import { coinOfCode, queryAlertMessages, readAlertMessages } from '@candor/wire';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { priceWords, toldWords } from '../session/alert-words.ts';
import { messagesQuestion } from '../session/alerts.ts';
import type { Messages } from '../session/alerts.ts';
import { serverNow } from '../session/live/feed.ts';
import { call } from '../session/session.ts';
import { queryClient, readKey } from '../session/use-read.ts';
import { useFormats, useText } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import { CoinIcon } from '../ui/coin-icon.tsx';
import { List, Row } from '../ui/list.tsx';
import { Words } from '../ui/words.tsx';

/** Long enough to have seen it. */
const readAfterMs = 1_500;

export function MessageList({ messages }: { messages: Messages }): ReactNode {
  const [t, formats] = [useText(), useFormats()];
  useReadMark(messages);
  if (messages.RESULT_LIST.length === 0) {
    return (
      <Words as="p" tone="secondary" size="small">
        {t('alerts.messagesNone')}
      </Words>
    );
  }
  return (
    <List isCard label={t('alerts.messages')}>
      {messages.RESULT_LIST.map((message) => (
        <Row
          key={message.message_id}
          to={`/exchange/${coinOfCode(message.coin)?.symbol ?? ''}`}
          start={<CoinIcon coin={message.coin} />}
          title={toldWords(message, { t, formats })}
          note={`${priceWords(message.seen.price, message.coin, { t, formats })} · ${formats.relative(message.seen.at, serverNow())}`}
          {...(message.is_read ? {} : { end: <Badge tone="accent">{t('alerts.unread')}</Badge> })}
        />
      ))}
    </List>
  );
}

/** What was on the screen counts as read; the marks stay until the list is read again. */
function useReadMark({ unread, RESULT_LIST: [newest] }: Messages): void {
  const upTo = unread > 0 ? newest?.message_id : undefined;
  useEffect(() => {
    if (upTo === undefined) return;
    const timer = setTimeout(() => {
      void call(readAlertMessages, { up_to: upTo }).then((outcome) => {
        if (!outcome.ok) return;
        queryClient.setQueryData<Messages>(
          readKey(queryAlertMessages, messagesQuestion),
          (known) => known && { ...known, unread: outcome.data.unread },
        );
      });
    }, readAfterMs);
    return () => clearTimeout(timer);
  }, [upTo]);
}
