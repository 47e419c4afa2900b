// What is counted at the door: how long each call took, and what was refused.
import { counter, histogram } from '../kit/metrics.ts';

const durations = histogram({
  name: 'candor_call_seconds',
  help: 'Time from the last byte of a call to its reply.',
  labelNames: ['call'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
});
const refused = counter({
  name: 'candor_refusals_total',
  help: 'Refused calls by code; unknown-error is a failure of the server.',
  labelNames: ['call', 'code'],
});

export interface CallMeter {
  took(milliseconds: number): void;
  refused(code: string): void;
}

export function callMeter(call: string): CallMeter {
  const duration = durations.labels(call);
  return {
    took: (milliseconds) => duration.observe(milliseconds / 1000),
    refused: (code) => refused.inc({ call, code }),
  };
}
