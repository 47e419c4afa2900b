// Runs before the first paint, so that the theme is never corrected before the reader's eyes.
(function () {
  let theme = null;
  try {
    theme = localStorage.getItem('candor.console.theme');
  } catch {
    // Storage that can't be read is like none.
  }
  const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
})();
