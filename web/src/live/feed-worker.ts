// Holds the market socket off the page's thread.
import type { ToFeed } from './feed-messages.ts';
import { serveFeed } from './serve-feed.ts';

const handle = serveFeed((message) => postMessage(message));
addEventListener('message', ({ data }: MessageEvent<ToFeed>) => handle(data));
