// What two operators decide of the shop: a good with its texts, and a period of one, which reserves what can be won.
import { z } from 'zod';
import { defineAct } from './act.ts';
import { amountText, text, wholeNumber } from './endpoint.ts';
import { goodDrawings, prizeKinds } from './shop.ts';

const proposers = ['editor', 'treasurer'] as const;
const approvers = ['risk', 'administrator'] as const;
const lifeMs = 7 * 24 * 3_600_000;
const goodId = z.string().regex(/^[a-z0-9-]{1,20}$/);
/** In the order of the columns. */
export const goodLanguages = ['en', 'ja', 'ko', 'sv', 'ar', 'zh-Hant', 'de-CH'] as const;
export type GoodLanguage = (typeof goodLanguages)[number];
/** Name and description with a bar between: `Wireless headphones | Over-ear, with a case.` */
const words = text(3, 600).regex(/^[^|]{1,80}\|[^|]{1,500}$/);

export const addGood = defineAct({
  kind: 'add-good',
  summary: 'A good of the shop with its texts in seven languages; periods of it are opened by themselves.',
  body: z.strictObject({
    good_id: goodId,
    level: wholeNumber(0, 3),
    drawing: z.enum(goodDrawings),
    en: words,
    ja: words,
    ko: words,
    sv: words,
    ar: words,
    'zh-Hant': words,
    'de-CH': words,
  }),
  proposers,
  approvers,
  lifeMs,
  refusals: ['good-exists'],
});

export const openGoodPeriod = defineAct({
  kind: 'open-period',
  summary: 'Opens a period of a good: its prizes and rebates are reserved, then tickets are sold.',
  body: z.strictObject({
    good_id: goodId,
    price: amountText,
    tickets: wholeNumber(1, 100_000),
    tickets_min: wholeNumber(1, 100_000),
    winners: wholeNumber(1, 1_000),
    /** Of the price, to who does not win. */
    rebate_share: amountText,
    prize_kind: z.enum(prizeKinds),
    prize: amountText,
    open_minutes: wholeNumber(1, 90 * 24 * 60),
    /** How many follow, each when the one before closes. */
    series: wholeNumber(0, 10_000),
    /** That the platform wants to lose money on it: terms that pay their buyers more than the tickets cost are refused without it. */
    pays_buyers: z.boolean().default(false),
  }),
  proposers,
  approvers,
  lifeMs,
  movingFacts: ['shop_funds'],
  refusals: [
    'not-found',
    'amount-malformed',
    'too-many-decimals',
    'period-malformed',
    'period-open',
    'period-pays-buyers',
    'house-short',
  ],
});
