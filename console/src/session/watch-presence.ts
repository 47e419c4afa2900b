// Hears the person at the page, and takes away what is shown once nobody can say that the session is still open.
import { endUnheard, noteUse } from './session.ts';

const lookEveryMs = 5_000;
const passive = { capture: true, passive: true };

/** Not what a page or something that lies on a key can do by itself. */
addEventListener('keydown', (event) => event.isTrusted && !event.repeat && noteUse(), passive);
for (const kind of ['pointerdown', 'wheel']) addEventListener(kind, (event) => event.isTrusted && noteUse(), passive);
setInterval(() => void endUnheard(), lookEveryMs);
