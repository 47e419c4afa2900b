// The schema of a point in time; a file of its own, since receipts have it and the app loads their schemas with the verifier alone.
import { z } from 'zod';

/** An instant: ISO 8601, UTC, with milliseconds. */
export const instant = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
