// A copy that is ready is shown as ready wherever it shows.
import { getDataExport } from '@candor/wire';
import { eventRule } from '../data/event-rule.ts';

export const events = [eventRule('dataExport', { refetches: [getDataExport] })];
