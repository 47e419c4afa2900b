// What an experience account begins with, as operators change it.
import { amount, columns, integer, type RowIn } from '../kit/columns.ts';
import { defineSettingOfAll } from '../kit/settings.ts';
import { amountIn } from '../kit/ways.ts';

const terms = columns({ version: integer, amount, dailyMax: integer });
export type ExperienceTerms = RowIn<typeof terms>;

export const experienceTerms = defineSettingOfAll({
  name: 'experience-terms',
  table: 'experience_terms',
  columns: terms,
  fields: [
    // Bonus USDT; at 0 none is opened.
    { name: 'amount', form: 'amount', favours: 'more', min: '0', max: '100000' },
    { name: 'daily_max', form: 'count', favours: 'more', min: '0', max: '100000' },
  ],
  ways: (_, { amount: given }) => [{ kind: 'gift', name: 'experience-terms', amount: amountIn(given), book: 'bonus' }],
});
