// An answer that does not come: after a while it is said that it is waited for, and whoever waits can stop waiting.
import { currentTexts } from '../text/texts.ts';
import { toast } from '../ui/toast.ts';

export interface Patience {
  /** Resolves when nobody waits any more, by the person's wish or by itself. */
  givenUp: Promise<undefined>;
  /** It took long enough to be said. */
  isLong: () => boolean;
  end: () => void;
}

const saidAfterMs = 3_000;
/** By then the server takes nothing any more that was placed at the start. */
const givenUpAfterMs = 30_000;

export function startPatience(): Patience {
  let isLong = false;
  let close = (): void => {};
  let giveUp = (): void => {};
  const givenUp = new Promise<undefined>((resolve) => {
    giveUp = () => {
      end();
      toast.notice(currentTexts().t('ui.stoppedWaiting'), 5_000);
      resolve(undefined);
    };
  });
  const say = setTimeout(() => {
    isLong = true;
    const { t } = currentTexts();
    close = toast.waiting(t('ui.waiting'), { text: t('ui.stopWaiting'), onPress: giveUp });
  }, saidAfterMs);
  const limit = setTimeout(giveUp, givenUpAfterMs);
  function end(): void {
    clearTimeout(say);
    clearTimeout(limit);
    close();
  }
  return { givenUp, isLong: () => isLong, end };
}
