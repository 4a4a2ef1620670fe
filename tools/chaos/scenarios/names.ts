/**
 * The scenarios that job queues on PostgreSQL are compared by, with their
 * names: github.com/hardbyte/postgresql-job-queue-benchmarking (docs/method.md,
 * there with the prefix `chaos_`).
 */
export const SCENARIO_NAMES = [
  "postgres_restart",
  "pg_backend_kill",
  "pool_exhaustion",
  "crash_recovery",
  "repeated_kills",
] as const
export type ScenarioName = (typeof SCENARIO_NAMES)[number]
