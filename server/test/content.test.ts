// News, announcements, help and legal texts over HTTP: in each language, once per account, found by whatever a person types.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createClient,
  helpcenterList,
  likeNews,
  queryAnnouncements,
  queryCustomerservice,
  queryDocument,
  queryNewsIndex,
  queryNewsIndexByFive,
  voteHelp,
} from '@candor/wire';
import { publishTexts } from '../src/content/publish-texts.ts';
import { readWrittenDocuments, type WrittenDocument } from '../src/content/read-texts.ts';
import { languages } from '../src/kit/texts.ts';
import { got, openRunningApp, refusalOf } from './support/running-app.ts';
import type { RunningApp } from './support/running-app.ts';
import { longRun } from './support/long-run.ts';

let app: RunningApp;
before(async () => {
  app = await openRunningApp();
  await publishTexts(app.pool, madeUp, Date.parse('2026-11-23T12:00:00Z'));
});
after(() => app.close());

/** Of nothing that the program itself says. */
const words: Record<(typeof languages)[number], { title: string; body: string; search: string }> = {
  en: { title: 'Lighthouses are kept', body: 'Keepers climb the stairs.', search: 'keeper climbing' },
  ja: { title: '灯台守の話', body: '灯台守は階段を上ります。ＬＡＭＰＥを灯します。', search: '階段を上' },
  ko: { title: '등대지기 이야기', body: '등대지기가 계단을 오릅니다.', search: '계단을 오' },
  sv: { title: 'Om fyrvaktare', body: 'Trappor i fyrtornet.', search: 'fyrvaktarna' },
  ar: { title: 'حارس المنارة', body: 'يصعد الحارس درجات المنارة.', search: 'درجات' },
  'zh-Hant': { title: '燈塔看守人', body: '看守人爬上樓梯。', search: '爬上樓' },
  'de-CH': { title: 'Vom Leuchtturm', body: 'Der Wärter steigt die Treppen hinauf.', search: 'Treppe' },
};

function document(slug: string, changed: Partial<WrittenDocument> & { suffix?: string } = {}): WrittenDocument {
  const { suffix = '', ...facts } = changed;
  const texts = Object.fromEntries(
    languages.map((language) => {
      const { title, body } = words[language];
      return [language, { title, summary: body, body: `${body}${suffix}`, changes: suffix }];
    }),
  ) as WrittenDocument['texts'];
  return {
    kind: 'news',
    slug,
    section: 'finance',
    author: 'Candor',
    isPinned: false,
    publishedAt: '2026-11-01',
    texts,
    digest: Buffer.alloc(32, `${slug}${suffix}`),
    ...facts,
  };
}
const madeUp = [
  document('recomputed'),
  document('planned', { publishedAt: '2100-01-01' }),
  document('how-to-recompute', { kind: 'help', section: 'proof' }),
];

test('every language finds its own words, by stems where PostgreSQL knows them', async () => {
  const anyone = createClient({ baseUrl: app.url });
  for (const lang of languages) {
    const { search, title } = words[lang];
    const found = got(await anyone.call(queryNewsIndex, { lang, search }));
    assert.deepEqual(found.RESULT_LIST.map(({ news_id }) => news_id), ['recomputed'], lang); // oxfmt-ignore
    assert.deepEqual([found.RESULT_LIST[0]!.title, found.RESULT_LIST[0]!.language], [title, lang]);
    const help = got(await anyone.call(helpcenterList, { lang, search }));
    assert.ok(help.RESULT_LIST.some(({ help_id }) => help_id === 'how-to-recompute'), lang); // oxfmt-ignore
  }
});

test('letters are found in whatever width and composition they are typed and stand', async () => {
  const anyone = createClient({ baseUrl: app.url });
  const cases: [string, string][] = [
    ['en', 'ＬＩＧＨＴＨＯＵＳＥ'],
    ['en', 'ｋｅｅｐｅｒｓ　ｃｌｉｍｂ'],
    ['en', '\u200elight\u200bhouse'],
    ['ja', 'lampe'],
    ['ja', 'Ｌａｍｐｅを'],
    ['de-CH', 'der Wärter steigt'.normalize('NFD')],
  ];
  for (const [lang, search] of cases) {
    const found = got(await anyone.call(queryNewsIndex, { lang, search }));
    assert.deepEqual(found.RESULT_LIST.map(({ news_id }) => news_id), ['recomputed'], search); // oxfmt-ignore
    const help = got(await anyone.call(helpcenterList, { lang, search }));
    assert.ok(
      help.RESULT_LIST.some(({ help_id }) => help_id === 'how-to-recompute'),
      search,
    );
  }
});

test(
  'odd words are questions like others: they find nothing and break nothing',
  longRun('every odd word'),
  async () => {
    const anyone = createClient({ baseUrl: app.url });
    for (const search of ["'x", '"%', '_%', '\\', "');--", '<script>', '& | !:*', '( a |', '🦀', 'a'.repeat(100)]) {
      // oxfmt-ignore
      for (const lang of ['en', 'ja']) {
      assert.equal(got(await anyone.call(queryNewsIndex, { lang, search })).TOTAL, 0, search);
      got(await anyone.call(helpcenterList, { lang, search }));
    }
    }
    assert.equal(refusalOf(await anyone.call(queryNewsIndex, { lang: 'en', search: 'a'.repeat(101) })), 'malformed');
  },
);

test('what is planned is not there yet, and a category holds its own', async () => {
  const anyone = createClient({ baseUrl: app.url });
  const all = got(await anyone.call(queryNewsIndex, { lang: 'en', pagesize: 100 })).RESULT_LIST;
  assert.ok(!all.some(({ news_id }) => news_id === 'planned'));
  assert.equal(got(await anyone.call(queryDocument, { kind: 'news', id: 'planned', lang: 'en' })).TOTAL, 0);
  for (const category of ['business', 'finance', 'digital-asset'] as const) {
    const own = got(await anyone.call(queryNewsIndex, { lang: 'en', category, pagesize: 100 })).RESULT_LIST;
    assert.deepEqual(own, all.filter((entry) => entry.category === category)); // oxfmt-ignore
  }
  const newest = got(await anyone.call(queryNewsIndexByFive, { lang: 'en' })).RESULT_LIST;
  assert.deepEqual(newest, all.slice(0, 5));
});

test('a like counts once per account, at once or again, and is taken back by who gave it', async () => {
  const [ann, ben] = await Promise.all([app.person(), app.person()]);
  const like = (person: typeof ann, type: '0' | '1') =>
    person.client.call(likeNews, { news_id: 'recomputed', type, account_id: person.user.account_id });
  await Promise.all(Array.from({ length: 8 }, () => like(ann, '1')));
  assert.deepEqual(got(await like(ben, '1')), { news_id: 'recomputed', likes: 2, is_liked: true });
  const seen = got(await ben.client.call(queryNewsIndex, { lang: 'en', account_id: ben.user.account_id, search: 'lighthouse' })); // oxfmt-ignore
  assert.deepEqual([seen.RESULT_LIST[0]!.likes, seen.RESULT_LIST[0]!.is_liked], [2, true]);
  assert.equal(got(await like(ben, '0')).likes, 1);
  assert.deepEqual(got(await like(ben, '0')), { news_id: 'recomputed', likes: 1, is_liked: false });
  const foreign = { lang: 'en', account_id: ann.user.account_id };
  assert.equal(refusalOf(await ben.client.call(queryNewsIndex, foreign)), 'not-yours');
  assert.equal(refusalOf(await createClient({ baseUrl: app.url }).call(queryNewsIndexByFive, foreign)), 'not-yours');
  const none = { type: '1' as const, account_id: ann.user.account_id };
  assert.equal(refusalOf(await ann.client.call(likeNews, { ...none, news_id: 'planned' })), 'not-found');
  assert.equal(refusalOf(await ann.client.call(likeNews, { ...none, news_id: 'no-such' })), 'not-found');
});

test('whether an article helped is the last word of an account', async () => {
  const { client } = await app.person();
  for (const helped of ['yes', 'no'] as const) {
    assert.equal(got(await client.call(voteHelp, { help_id: 'how-to-recompute', helped })).helped, helped);
  }
  const { rows } = await app.pool.query<{ has_helped: boolean }>("select has_helped from content_votes where slug = 'how-to-recompute'"); // oxfmt-ignore
  assert.deepEqual(rows, [{ has_helped: false }]);
  assert.equal(refusalOf(await client.call(voteHelp, { help_id: 'recomputed', helped: 'yes' })), 'not-found');
});

test('a text that changed is a new version, once, and the one before stays', async () => {
  const anyone = createClient({ baseUrl: app.url });
  const changed = document('recomputed', { suffix: ' More.' });
  const published = await Promise.all([1, 2, 3].map(() => publishTexts(app.pool, [changed], Date.now())));
  assert.equal(published.filter((count) => count === 1).length, 1);
  // An older program knows the text of before only.
  assert.equal(await publishTexts(app.pool, [document('recomputed')], Date.now()), 0);
  const read = async (version: string) => {
    const asked = { kind: 'news', id: 'recomputed', lang: 'en', version } as const;
    return got(await anyone.call(queryDocument, asked)).RESULT_LIST[0]!;
  };
  const now = await read('');
  assert.deepEqual([now.version, now.body], [2, 'Keepers climb the stairs. More.']);
  assert.deepEqual(now.versions.map(({ version, changes }) => [version, changes]), [[2, ' More.'], [1, '']]); // oxfmt-ignore
  assert.equal((await read('1')).body, 'Keepers climb the stairs.');
  await assert.rejects(app.pool.query("update content_texts set body = 'other'"));
});

test('the texts of the program are there in every language, the same parts in each', async () => {
  const anyone = createClient({ baseUrl: app.url });
  const written = readWrittenDocuments();
  const partsOf = (body: string): Record<string, number> => ({
    headings: body.match(/^## /gm)?.length ?? 0,
    points: body.match(/^- /gm)?.length ?? 0,
    paragraphs: body.split('\n\n').length,
  });
  for (const { kind, slug, texts } of written) {
    for (const lang of languages) {
      assert.deepEqual(partsOf(texts[lang].body), partsOf(texts.en.body), `${kind} ${slug} in ${lang}`);
      if (lang !== 'en') assert.notEqual(texts[lang].title, texts.en.title, `${kind} ${slug} in ${lang}`);
    }
  }
  // Each in two languages in turn, as it is read.
  for (const [place, { kind, slug, texts }] of written.entries()) {
    for (const lang of ['en' as const, languages[place % languages.length]!]) {
      const found = got(await anyone.call(queryDocument, { kind, id: slug, lang })).RESULT_LIST[0];
      assert.deepEqual(
        [found?.title, found?.body],
        [texts[lang].title, texts[lang].body],
        `${kind} ${slug} in ${lang}`,
      );
    }
  }
  const pinned = got(await anyone.call(queryAnnouncements, { lang: 'en' })).RESULT_LIST.map((each) => each.is_pinned);
  assert.equal(pinned.lastIndexOf(true) + 1, pinned.filter(Boolean).length, 'pinned ones stand first');
});

test('who needs a person learns where, and when somebody is there', async () => {
  const found = got(await createClient({ baseUrl: app.url }).call(queryCustomerservice, {}));
  assert.match(found.mail, /^[^@]+@[^@]+$/);
  const [opensAt, closesAt] = [Date.parse(found.opens_at), Date.parse(found.closes_at)];
  assert.equal(closesAt - opensAt, 8 * 3_600_000);
  assert.ok(closesAt > Date.now() - 60_000);
  if (found.is_open) assert.ok(opensAt <= Date.now());
});
