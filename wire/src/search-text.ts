// What people type into a search of coins, and the texts that it looks through, in one plain form.

/** Letters and digits alone, of any width and case: "ＢＴＣ", "btc-usdt" and "BTC / USDT" differ from one another by nothing that is meant. */
export const searchText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Whether one of the texts has in it what was typed; without a letter or digit typed, all do. */
export const isFound = (typed: string, texts: readonly string[]): boolean => {
  const wanted = searchText(typed);
  return texts.some((text) => searchText(text).includes(wanted));
};
