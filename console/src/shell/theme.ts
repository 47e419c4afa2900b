// Light or dark: as the device, until somebody chooses.
const place = 'candor.console.theme';

export function toggleTheme(): void {
  const { dataset } = document.documentElement;
  dataset['theme'] = dataset['theme'] === 'dark' ? 'light' : 'dark';
  localStorage.setItem(place, dataset['theme']);
}
