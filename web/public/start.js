// Runs before the first paint, so that theme, language and direction are never corrected before the reader's eyes. Written in the language
// of old browsers, since it is what tells them that they are too old.
(function () {
  var root = document.documentElement;
  var kept = {};
  try {
    kept = JSON.parse(localStorage.getItem('candor.preferences') || '{}').state || {};
  } catch (error) {
    // Storage that can't be read is like none.
  }
  var tags = ['en', 'ja', 'ko', 'sv', 'ar', 'zh-Hant', 'de-CH'];
  var byPrefix = { zh: 'zh-Hant', de: 'de-CH' };
  function languageOf(tag) {
    var prefix = String(tag).split('-')[0];
    if (tags.indexOf(tag) >= 0) return tag;
    return byPrefix[prefix] || (tags.indexOf(prefix) >= 0 ? prefix : undefined);
  }
  var wanted = [kept.language].concat(navigator.languages || [navigator.language]).map(languageOf);
  var language = wanted.filter(Boolean)[0] || 'en';
  var isDarkPage = /^#\/(spot|contracts|exchange\/[^/?]+)/.test(location.hash);
  var isDarkWish =
    kept.theme === 'dark' || (kept.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  var isRedUp = typeof kept.isRedUp === 'boolean' ? kept.isRedUp : /^(ja|ko|zh-Hant)$/.test(language);
  root.lang = language;
  root.dir = language === 'ar' ? 'rtl' : 'ltr';
  root.setAttribute('data-theme', isDarkPage || isDarkWish ? 'dark' : 'light');
  root.setAttribute('data-colors', isRedUp ? 'red-up' : 'green-up');

  // What the app can't do without, from Safari 16.4, Firefox 121 and Chrome 111 on.
  var can = typeof DecompressionStream === 'function' && window.CSS && CSS.supports;
  if (!can || !['selector(:has(a))', '(height: 1lh)', '(color: color-mix(in srgb, red, red))'].every(supports)) {
    root.setAttribute('data-too-old', '');
    var script = document.createElement('script');
    script.src = trusted('/too-old.js');
    document.head.appendChild(script);
    return;
  }
  function supports(condition) {
    return CSS.supports(condition);
  }
  // Chrome has had trusted types since long before it had all of that.
  function trusted(url) {
    function same(own) {
      return own;
    }
    return window.trustedTypes
      ? trustedTypes.createPolicy('candor', { createScriptURL: same }).createScriptURL(url)
      : url;
  }

  // The built page lists its files by language and path: what this visit needs is fetched while the rest is read.
  var files = document.querySelector('meta[name=candor-files]');
  if (!files) return;
  var listed = JSON.parse(files.content);
  var asked = location.hash.slice(1).split('?', 1)[0];
  var path = asked in listed.screens ? asked : '/home';
  var words = ['first'].concat(listed.parts[path] || []).map(function (part) {
    return (listed.texts[language] || {})[part];
  });
  words
    .concat(listed.screens[path] || [])
    .filter(Boolean)
    .forEach(preload);
  function preload(href) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.appendChild(link);
  }
})();
