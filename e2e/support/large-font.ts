import config from '../playwright.config.ts';

/** Launch options of a browser whose person reads letters twice as large. */
export const largeFont = {
  ...config.use?.launchOptions,
  args: [...(config.use?.launchOptions?.args ?? []), '--blink-settings=defaultFontSize=32'],
};
