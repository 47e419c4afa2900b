// How the places call the queues that the server counts; the shell tells it, as it alone knows all places.
import { create } from 'zustand';
import type { TextKey } from '../text/keys.ts';

const useTitles = create<{ titles: Readonly<Record<string, TextKey>> }>(() => ({ titles: {} }));

export const tellQueueTitles = (titles: Readonly<Record<string, TextKey>>): void => useTitles.setState({ titles });
export const queueTitles = (): Readonly<Record<string, TextKey>> => useTitles.getState().titles;
