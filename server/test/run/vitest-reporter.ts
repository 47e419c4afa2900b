// Knows which of the app's files are being tested, for a part that is ended for its length.
import { tellWhatRuns, whatRuns } from './what-runs.ts';

export default class {
  onInit(): void {
    tellWhatRuns();
  }

  onTestModuleStart({ relativeModuleId }: { relativeModuleId: string }): void {
    whatRuns.add(`web/${relativeModuleId}`);
  }

  onTestModuleEnd({ relativeModuleId }: { relativeModuleId: string }): void {
    whatRuns.delete(`web/${relativeModuleId}`);
  }
}
