// How the embedded PostgreSQL runs, for a machine with two cores and a few GB. Durability is PostgreSQL's own default: on.

export const defaultSettings: Readonly<Record<string, string>> = {
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  maintenance_work_mem: '64MB',
  // Compiling a plan takes longer than the short statements here run.
  jit: 'off',
  random_page_cost: '1.1',
  // A report must not take the second core from the orders, and containers have little shared memory for it.
  max_parallel_workers_per_gather: '0',
  // Bounds the recovery after a crash to seconds; 8GB took 18 s.
  max_wal_size: '1GB',
  min_wal_size: '256MB',
  idle_in_transaction_session_timeout: '60s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  cluster_name: 'candor',
};

/** For data that nobody will miss. */
export const throwAwaySettings: Readonly<Record<string, string>> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  // Its passwords guard nothing, and both sides would hash one thousands of times for each connection.
  scram_iterations: '1',
  shared_buffers: '128MB',
};

/** `-c name=value` for each setting. */
export const settingArguments = (settings: Readonly<Record<string, string>>): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
