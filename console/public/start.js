// Runs before the first paint, so that the theme is never corrected before the reader's eyes. After app-start.js, which is the app's
// own start and tells browsers that are too old; the looks and the language that it chose are the app's.
(function () {
  var root = document.documentElement;
  var theme = null;
  try {
    theme = localStorage.getItem('candor.console.theme');
  } catch (error) {
    // Storage that can't be read is like none.
  }
  var isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-theme', isDark ? 'dark' : 'light');
  root.removeAttribute('data-colors');
  root.lang = 'en';
  root.dir = 'ltr';
})();
