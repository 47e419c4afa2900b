// Brings the browser of the tests and its fonts, as a program beside what needs neither.
import { browserEnvironment } from './browser.ts';

browserEnvironment({ isWhole: true });
browserEnvironment({ isWhole: false });
