// Doubles of the neighbours that the server talks to: a node of a network, a bucket, a beacon, a bank's rates, a mail relay, a push service.
//
// All of them have one form. A double answers well until a fault is switched on for a step, which is one kind of question: `GET` of a bucket,
// `eth_getBlockReceipts` of a node, `DATA` of a relay. `turn(fault, step)` switches it on for the next questions of that step, and `mend()`
// switches everything off. A test plays the errand of its product while each fault is on at each step, and then asks what the product has
// come to: nothing is lost, nothing is there twice, and what is stuck is shown to operators.
//
// A double over HTTP is a function from a question to an answer (`http-double.ts`). A stand-in that exists already, in this process or as a
// program, stays as it is: the double forwards to it (`forward-to.ts`) and changes what comes back.

/**
 * late: the work is done, and the answer comes when nobody waits for it any more.
 * empty: the work is done, and the answer is well but has no content.
 * repeated: the answer to the question before, once more.
 * reordered: the parts of the answer in another order.
 * partial: the connection ends, or the content does, before the answer is whole.
 * other-words: the same, or an error, in a form that is not the usual one.
 * withdrawn: what was there is not there any more.
 */
export const faults = ['late', 'empty', 'repeated', 'reordered', 'partial', 'other-words', 'withdrawn'] as const;
export type Fault = (typeof faults)[number];

export interface Neighbour<Step extends string = string> {
  readonly name: string;
  readonly steps: readonly Step[];
  /** The faults that this neighbour can have at this step. */
  faultsAt(this: void, step: Step): readonly Fault[];
  /** The next questions of this step have the fault: one unless `times` says more, after `skip` that are answered well. */
  turn(this: void, fault: Fault, step: Step, options?: { times?: number; skip?: number }): void;
  /** Answers well from now on. */
  mend: () => void;
  /** How many answers had a fault. */
  faultsGiven: () => number;
  close(): Promise<void>;
}

/** Which questions are to have a fault; for doubles. */
export interface Switches<Step extends string> {
  turn: Neighbour<Step>['turn'];
  mend: () => void;
  given: () => number;
  /** The fault of a question of this step that comes now. */
  take(step: Step): Fault | undefined;
}

export function createSwitches<Step extends string>(): Switches<Step> {
  let turned: { fault: Fault; step: Step; skip: number; times: number }[] = [];
  let given = 0;
  return {
    turn: (fault, step, { times = 1, skip = 0 } = {}) => void turned.push({ fault, step, skip, times }),
    mend: () => void (turned = []),
    given: () => given,
    take(step) {
      const next = turned.find((each) => each.step === step);
      if (!next) return undefined;
      if (next.skip > 0) return void next.skip--;
      if (--next.times === 0) turned = turned.filter((each) => each !== next);
      given++;
      return next.fault;
    },
  };
}
