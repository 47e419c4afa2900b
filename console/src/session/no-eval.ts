// Imported first: the page forbids code made from text, and Zod would try it when the first schema is made.
(globalThis as { __zod_globalConfig?: { jitless?: boolean } }).__zod_globalConfig = { jitless: true };
