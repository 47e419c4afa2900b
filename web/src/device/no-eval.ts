// Imported first by whatever starts a thread: the page forbids code made from text, and Zod would try it when the first schema is made.
// Zod keeps its configuration there, so that this page need not load Zod for it.
(globalThis as { __zod_globalConfig?: { jitless?: boolean } }).__zod_globalConfig = { jitless: true };
