// Imported before any schema is made: compiled validators need eval, which the page's security policy forbids.
import { z } from 'zod';

z.config({ jitless: true });
