/** Error of a call, with the code of Bitcoin Core. */
export class NodeFault extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.name = 'NodeFault';
    this.code = code;
  }
}

/** Codes of Bitcoin Core (`src/rpc/protocol.h`). */
export const faults = {
  misc: -1,
  type: -3,
  unknown: -5,
  parameter: -8,
  undecodable: -22,
  missing: -25,
  refused: -26,
  alreadyInChain: -27,
  noSuchMethod: -32601,
};
