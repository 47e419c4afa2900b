// A refusal is an answer that the caller can act on; everything else that goes wrong is a programming error and ends as 500.
import type { Facts, RefusalCode } from '@candor/wire';

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly facts: Facts;

  constructor(code: RefusalCode, facts: Facts = {}) {
    super(code);
    this.code = code;
    this.facts = facts;
  }
}

export function refuse(code: RefusalCode, facts: Facts = {}): never {
  throw new Refusal(code, facts);
}
