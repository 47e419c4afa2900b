// Whether the wallet of TRON can make a payment besides those on their way. Pure.

/** In the smallest units. Fees are in TRX. */
export interface TronFunds {
  TRX: bigint;
  USDT: bigint;
}

/**
 * Returns `short` if the wallet could not pay even if it paid nothing else, and `wait` if it could not pay all. A block may hold a payment on its way
 * already, so that it is reserved although the wallet has paid it: this is known once the block is final.
 */
export function fundsFor(
  needed: TronFunds,
  { held, reserved }: { held: TronFunds; reserved: TronFunds },
): 'enough' | 'wait' | 'short' {
  if (needed.TRX > held.TRX || needed.USDT > held.USDT) return 'short';
  const isEnough = needed.TRX + reserved.TRX <= held.TRX && needed.USDT + reserved.USDT <= held.USDT;
  return isEnough ? 'enough' : 'wait';
}
