/** Beginning and end, which people compare. */
export const shortAddress = (address: string): string =>
  address.length <= 20 ? address : `${address.slice(0, 10)}…${address.slice(-8)}`;
