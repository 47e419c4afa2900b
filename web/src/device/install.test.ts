import { beforeEach, expect, test, vi } from 'vitest';

const page = new EventTarget();
beforeEach(() => {
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('navigator', {});
});

test('an offer that came before anybody asked for it is kept, and counts once', async () => {
  const { askToInstall, keepInstallOffer } = await import('./install.ts');
  keepInstallOffer();
  const prompt = vi.fn(async () => undefined);
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  page.dispatchEvent(offer);
  expect(offer.defaultPrevented).toBe(true);
  await askToInstall();
  expect(prompt).toHaveBeenCalledOnce();
  await expect(askToInstall()).rejects.toThrow('no installation');
});
