// What is under way, so that a part that is ended for its length can say what it was at.

export const whatRuns = new Set<string>();

/** Said when this process is told to end. */
export function tellWhatRuns(): void {
  process.once('SIGTERM', () => {
    for (const name of whatRuns) console.log(`  running: ${name}`);
    process.exit(143);
  });
}
