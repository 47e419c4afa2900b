// Light or dark: as the device, until somebody chooses.
import { storeText } from '@candor/web/device/stored-text.ts';

const place = 'candor.console.theme';

export function toggleTheme(): void {
  const { dataset } = document.documentElement;
  dataset['theme'] = dataset['theme'] === 'dark' ? 'light' : 'dark';
  storeText(place, dataset['theme']);
}
