// Imported before any schema is made: the page forbids code made from text, and Zod would try it first.
import { config } from 'zod/v4/core';

config({ jitless: true });
