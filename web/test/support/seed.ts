// Properties are tried on the same examples in each run but the long one, which draws them anew.
import fc from 'fast-check';

if (process.env['CANDOR_RUN'] !== 'all') fc.configureGlobal({ seed: 1, numRuns: 25 });
