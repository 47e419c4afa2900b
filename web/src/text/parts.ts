// Texts come in parts, so that the first page waits for no more than it says: each part is a file a language.

export const partsOfAreas = {
  first: ['home', 'refusals', 'shell', 'ui'],
  market: ['alerts', 'chart', 'market', 'options', 'quotation'],
  contracts: ['contracts'],
  account: ['assets', 'corrections', 'demo', 'login', 'orders', 'personal', 'receipts', 'register', 'sources'],
} as const;

export type TextPart = keyof typeof partsOfAreas;
export const textParts = Object.keys(partsOfAreas) as TextPart[];

/** Besides the first. Folders that are not named need all of them. */
const partsOfFolders: Readonly<Record<string, readonly TextPart[]>> = {
  home: [],
  quotation: ['market'],
  spot: ['market'],
  treaty: ['market'],
};

/** What a screen says besides the first part, by its file: `home/home`. What it loads later may bring more. */
export const partsOfScreen = (screen: string): readonly TextPart[] =>
  partsOfFolders[screen.split('/', 1)[0]!] ?? textParts.filter((part) => part !== 'first');
