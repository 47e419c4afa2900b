// Runs before the first paint, so that theme, language and direction are never corrected before the reader's eyes.
(function () {
  const root = document.documentElement;
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem('candor.preferences') ?? '{}').state ?? {};
  } catch {
    // Storage that can't be read is like none.
  }
  const tags = { en: 'en', ja: 'ja', ko: 'ko', sv: 'sv', ar: 'ar', 'zh-Hant': 'zh-Hant', 'de-CH': 'de-CH' };
  const byPrefix = { zh: 'zh-Hant', de: 'de-CH' };
  const wanted = [kept.language, ...navigator.languages]
    .filter((tag) => typeof tag === 'string')
    .map((tag) => tags[tag] ?? byPrefix[tag.split('-')[0]] ?? tags[tag.split('-')[0]]);
  const language = wanted.find(Boolean) ?? 'en';
  const isDarkPage = /^#\/(spot|contracts|exchange\/[^/?]+)/.test(location.hash);
  const isDarkWish =
    kept.theme === 'dark' || (kept.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  const isRedUp = kept.isRedUp ?? ['ja', 'ko', 'zh-Hant'].includes(language);
  root.lang = language;
  root.dir = language === 'ar' ? 'rtl' : 'ltr';
  root.dataset.theme = isDarkPage || isDarkWish ? 'dark' : 'light';
  root.dataset.colors = isRedUp ? 'red-up' : 'green-up';

  // The built page lists its files by language and path: what this visit needs is fetched while the rest is read.
  const files = document.querySelector('meta[name=candor-files]');
  if (!files) return;
  const { texts, screens, parts } = JSON.parse(files.content);
  const asked = location.hash.slice(1).split('?', 1)[0];
  const path = asked in screens ? asked : '/home';
  const words = ['first', ...(parts[path] ?? [])].map((part) => texts[language]?.[part]);
  for (const href of [...words, ...(screens[path] ?? [])].filter(Boolean)) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
})();
