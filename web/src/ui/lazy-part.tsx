// A part whose code is loaded when it is first drawn. One whose code did not come is asked for anew when it is next drawn: `lazy` by
// itself would fail for as long as the app is open.
import { lazy, Suspense, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';

const secondTryMs = 800;

/** It brings its own place to wait in, since what is remembered of a try would be lost with one around it. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  loading?: ReactNode,
): (props: Props) => ReactNode {
  let latest: ComponentType<Props> | undefined;
  const begin = (): ComponentType<Props> => (latest ??= lazy(async () => ({ default: await fetchPart() })));

  async function fetchPart(): Promise<ComponentType<Props>> {
    try {
      return await withSecondTry(load);
    } catch (error) {
      latest = undefined;
      throw error;
    }
  }

  return function LazyPart(props: Props): ReactNode {
    const [Part] = useState(begin);
    return (
      <Suspense fallback={loading}>
        <Part {...props} />
      </Suspense>
    );
  };
}

/** A line that is gone for a moment only is not worth a word. */
export async function withSecondTry<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, secondTryMs));
    return load();
  }
}
