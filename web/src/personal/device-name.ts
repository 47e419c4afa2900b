// What a person calls their device, out of what its browser says of itself: names that need no translation.

export interface DeviceName {
  browser: string;
  system: string;
  isPhone: boolean;
}

/** The first that fits: most browsers also claim to be those below them. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPiOS\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bLine\//, 'LINE'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];
const systems: readonly [RegExp, string, isPhone: boolean][] = [
  [/\biPhone\b|\biPod\b/, 'iPhone', true],
  [/\biPad\b/, 'iPad', true],
  [/\bAndroid\b/, 'Android', true],
  [/\bWindows\b/, 'Windows', false],
  [/\bCrOS\b/, 'ChromeOS', false],
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS', false],
  [/\bLinux\b/, 'Linux', false],
];

/** Undefined for programs and unknown browsers. */
export function deviceName(userAgent: string): DeviceName | undefined {
  const browser = browsers.find(([form]) => form.test(userAgent))?.[1];
  const system = systems.find(([form]) => form.test(userAgent));
  if (browser === undefined || system === undefined) return undefined;
  return { browser, system: system[1], isPhone: system[2] };
}
