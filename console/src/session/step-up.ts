// Acts that bind ask for a second factor that was shown lately: whoever sends one waits here until it was shown, or given up.
import { create } from 'zustand';

interface StepUp {
  answer: ((isShown: boolean) => void) | undefined;
}

export const useStepUp = create<StepUp>(() => ({ answer: undefined }));

export const askStepUp = (): Promise<boolean> =>
  new Promise((resolve) => {
    useStepUp.getState().answer?.(false);
    useStepUp.setState({
      answer: (isShown) => {
        useStepUp.setState({ answer: undefined });
        resolve(isShown);
      },
    });
  });

/** Where who was asked is not signed in any more. */
export const giveUpStepUp = (): void => useStepUp.getState().answer?.(false);
