// News, announcements, help and legal texts.
import {
  acceptLegal,
  helpcenterList,
  likeNews,
  queryAnnouncements,
  queryDocument,
  queryLegalAcceptance,
  queryNewsIndex,
  queryNewsIndexByFive,
  voteHelp,
} from '@candor/wire';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import type { Pool } from '../kit/postgres.ts';
import { product, type WebPart } from '../kit/product.ts';
import { bindContentCalls } from './content-calls.ts';
import { acceptanceCalls } from './legal-acceptance.ts';
import { publishTexts } from './publish-texts.ts';
import { readWrittenDocuments } from './read-texts.ts';

export const content = product({
  name: 'content',
  calls: [
    {
      title: 'News and help',
      text: 'News, announcements, help and legal texts, in every language of the app.',
      anyone: [queryNewsIndex, queryNewsIndexByFive, queryAnnouncements, helpcenterList, queryDocument],
      self: [likeNews, voteHelp, queryLegalAcceptance, acceptLegal],
    },
  ],
  web: ({ pool, clock, bus }: { pool: Pool; clock: Clock; bus: Bus }): WebPart => ({
    calls: [...bindContentCalls({ pool, clock }), ...acceptanceCalls({ pool, clock, bus })],
    start: async () => void (await publishTexts(pool, readWrittenDocuments(), clock.now())),
  }),
});
