// Knows which journeys are under way, for a part that is ended for its length.
import { tellWhatRuns, whatRuns } from './what-runs.ts';

interface Journey {
  location: { file: string };
  title: string;
}

const nameOf = ({ location, title }: Journey): string => `${location.file.replace(/^.*\/(?=e2e\/)/, '')} > ${title}`;

export default class {
  onBegin(): void {
    tellWhatRuns();
  }

  onTestBegin(journey: Journey): void {
    whatRuns.add(nameOf(journey));
  }

  onTestEnd(journey: Journey): void {
    whatRuns.delete(nameOf(journey));
  }

  printsToStdio(): boolean {
    return false;
  }
}
