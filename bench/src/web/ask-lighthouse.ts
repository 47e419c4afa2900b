// Lighthouse's marks of one page, as a phone with a slow processor and a slow line gets it.
import { requireClient } from '../../../server/test/support/clients-package.ts';
import type { BenchBrowser } from './browser.ts';

/** What is read of its answer. */
interface LighthouseResult {
  lhr: {
    categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
    audits: Record<string, { score: number | null }>;
    runtimeError?: { code: string; message: string };
    finalDisplayedUrl: string;
  };
}
type Lighthouse = (url: string, flags: object) => Promise<LighthouseResult | undefined>;

export interface Marks {
  /** Of 100. */
  performance: number;
  accessibility: number;
  bestPractices: number;
  /** Audits of accessibility and best practices that found something. */
  failed: string[];
}

/** Of a recording that went wrong, which says nothing of the page. */
const notRecorded = ['NO_TRACING_STARTED', 'NO_NAVSTART'];
const triesMax = 3;

export async function askLighthouse(browser: BenchBrowser, url: string, tries = 1): Promise<Marks> {
  const { default: lighthouse } = requireClient('lighthouse') as { default: Lighthouse };
  const result = await lighthouse(url, {
    port: browser.debuggingPort,
    logLevel: 'silent',
    output: 'json',
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
    // What the page has put by is emptied, its offline copy too; whoever is logged in stays so.
    clearStorageTypes: ['file_systems', 'shader_cache', 'service_workers', 'cache_storage'],
  });
  if (!result) throw new Error(`Lighthouse gave no result for ${url}.`);
  const { categories, audits, runtimeError, finalDisplayedUrl } = result.lhr;
  if (runtimeError && notRecorded.includes(runtimeError.code) && tries < triesMax) {
    return askLighthouse(browser, url, tries + 1);
  }
  if (runtimeError) throw new Error(`Lighthouse failed on ${url}: ${runtimeError.message}`);
  if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}`);
  const mark = (name: string): number => Math.round((categories[name]?.score ?? 0) * 100);
  const judged = ['accessibility', 'best-practices'].flatMap((name) => categories[name]?.auditRefs ?? []);
  return {
    performance: mark('performance'),
    accessibility: mark('accessibility'),
    bestPractices: mark('best-practices'),
    failed: judged
      .filter(({ id, weight }) => weight > 0 && audits[id]?.score !== null && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  };
}
