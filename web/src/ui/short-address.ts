/** Returns the start and the end of an address, which people compare, and the whole destination tag behind it. */
export function shortAddress(text: string): string {
  const [address = '', ...tag] = text.split('-');
  const short = address.length <= 20 ? address : `${address.slice(0, 10)}…${address.slice(-8)}`;
  return [short, ...tag].join('-');
}
