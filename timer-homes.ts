// Who may use timers without being a job, and why. What a process does again and again belongs into kit/jobs.ts.

/** Repeated by a timer of its own. */
const intervalHomes: Record<string, string> = {
  'server/src/feed/flush-slots.ts':
    'the turns of all sockets, every 10 ms, in the hottest path of the process; only while there are any',
  'server/src/feed/work-turns.ts': 'the same, only while work is owed',
  'server/src/http/connections.ts': "a look over one server's connections, ended with that server",
  'server/src/http/close-server.ts': 'while one server closes, 5 s at most',
  'server/src/http/pace-uploads.ts': 'a look at one upload that takes long, ended with it',
  'server/src/kit/redis-channel.ts': 'the heartbeat of one connection, ended with it',
  'server/src/market/sources/upstream.ts': 'the watch over one connection, ended with it',
  'server/src/supervise-web.ts': 'watches a process, in the one that runs none of the jobs while that is down',
};

/** Deadlines and pauses of one call. */
const timeoutHomes: Record<string, string> = {
  'server/src/kit/clock.ts': 'the timers of all jobs and queues',
  'server/src/choose-ports.ts': 'pause before the next try of a port, at the start',
  'server/src/contracts/watch-orders.ts': 'how long a start and a change wait for what ticks have fired',
  'server/src/feed/within.ts': 'deadline of an answer',
  'server/src/http/close-server.ts': 'bound of a close',
  'server/src/http/pace-refusals.ts': 'an answer that is given late',
  'server/src/http/probes.ts': 'deadline of a probe',
  'server/src/kit/bucket.ts': 'pause before a request is sent again',
  'server/src/kit/engine-links.ts': 'pause before the next try of a connection',
  'server/src/kit/gate.ts': 'deadline of a turn',
  'server/src/kit/in-spans.ts': 'pause before a span is read again',
  'server/src/kit/keep-leading.ts': 'pauses of the lease',
  'server/src/kit/lease.ts': 'pauses and deadlines of the lease: its timing is a promise of its own',
  'server/src/kit/log-output.ts': 'pause before a line that could not be written is tried again',
  'server/src/kit/migrate.ts': 'pause while another process migrates',
  'server/src/kit/on-another.ts': 'pause before a statement is sent again',
  'server/src/kit/postgres-channel.ts': 'pause before the next try of a connection, deadline of its end',
  'server/src/kit/postgres.ts': 'deadline of a silent connection',
  'server/src/kit/silent-connections.ts': 'pause before a look at connections that say nothing',
  'server/src/ledger/follow-outbox.ts': 'pause of one follower, which an event ends early',
  'server/src/ledger/lanes.ts': 'pause before a batch is sent again',
  'server/src/ledger/within-patience.ts': 'how long a customer waits for an order',
  'server/src/main.ts': 'bound of a close',
  'server/src/market/archive/archive-days.ts': 'pace of one download',
  'server/src/market/archive/write-ticks.ts':
    'the turns of the writer: a tick may not wait for a timer of anything else',
  'server/src/market/sources/htx-rest.ts': 'pause between two requests',
  'server/src/supervise-web.ts': 'pause before a restart, deadline of an answer',
  'server/src/open-doors.ts': 'pause before the next try of a port',
};

/** As in architecture.test.ts. */
export const timerBans = [
  {
    word: /(?<![.\w])setInterval\(/,
    instead: 'a job of kit/jobs.ts',
    within: ['server/'],
    homes: intervalHomes,
  },
  {
    word: /(?<![.\w])setTimeout\(|node:timers\/promises/,
    instead: 'a job of kit/jobs.ts or a queue of kit/work-queue.ts',
    within: ['server/'],
    homes: timeoutHomes,
  },
];
