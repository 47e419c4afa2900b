// Test doubles of the server's neighbours: a node of a network, a bucket, a random beacon, a bank's rates, a mail relay, a push service.
//
// All have the same interface. A double answers correctly until a fault is switched on for a step. A step is a kind of request: `GET` of a bucket,
// `eth_getBlockReceipts` of a node, `DATA` of a relay. `turn(fault, step)` switches a fault on for the next requests of that step, and `mend()`
// switches all faults off. A test runs a use case of its product with each fault at each step, and then checks the result: nothing is lost,
// nothing exists twice, and whatever is stuck is shown to operators.
//
// A double over HTTP is a function from request to answer (`http-double.ts`). An existing stand-in, in this process or as a program, stays
// unchanged: the double forwards requests to it (`forward-to.ts`) and changes its answers.

/**
 * late: the work is done, but the answer comes after the client's timeout.
 * empty: the work is done, and the answer is a success without content.
 * repeated: the answer to the previous request is sent again.
 * reordered: the parts of the answer are in another order.
 * partial: the connection or the content ends before the answer is complete.
 * other-words: the same content, or an error, in an unusual form.
 * withdrawn: content that existed is no longer there.
 */
export const faults = ['late', 'empty', 'repeated', 'reordered', 'partial', 'other-words', 'withdrawn'] as const;
export type Fault = (typeof faults)[number];

export interface Neighbour<Step extends string = string> {
  readonly name: string;
  readonly steps: readonly Step[];
  /** Returns the faults that this neighbour can have at this step. */
  faultsAt(this: void, step: Step): readonly Fault[];
  /** Switches a fault on for the next `times` requests of this step (one by default), after `skip` requests that are answered correctly. */
  turn(this: void, fault: Fault, step: Step, options?: { times?: number; skip?: number }): void;
  /** Answers correctly from now on. */
  mend: () => void;
  /** Returns how many answers had a fault. */
  faultsGiven: () => number;
  close(): Promise<void>;
}

/** Keeps which requests get a fault; used by doubles. */
export interface Switches<Step extends string> {
  turn: Neighbour<Step>['turn'];
  mend: () => void;
  given: () => number;
  /** Returns the fault for the current request of this step, and counts the request. */
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
