import { GATEWAY_ERROR_CODES } from "../gateway/gateway-error"

/**
 * `warning`: payments work, but the merchant should act. `error`: money may be
 * missed or payments fail.
 */
export type HealthStatus = "ok" | "warning" | "error"

export const HEALTH_CHECKS = [
  "migrations",
  "encryption",
  "credentials_hosted",
  "credentials_onchain",
  "clock_hosted",
  "clock_onchain",
  "backend_url",
  "webhook_hosted",
  "webhook_onchain",
  "receiver",
  "job",
  "blockchain",
  "transfers",
  "locking",
  "event_bus",
  "regions",
  "currencies",
  "exceptions",
  "balances",
] as const
export type HealthCheckId = (typeof HEALTH_CHECKS)[number]

/** Codes of any check: it threw, or timed out. */
const UNDONE = ["check_failed", "timed_out"] as const

const CREDENTIALS = [
  ...UNDONE,
  "verified",
  "test_in_production",
  "sandbox",
  "mode_mix",
  "not_configured",
  "none_configured",
  "incomplete",
  "padded",
  ...GATEWAY_ERROR_CODES,
] as const

const CLOCK = [
  ...UNDONE,
  "in_sync",
  "off",
  "far_off",
  "no_date",
  "no_answer",
  "not_configured",
] as const

const WEBHOOK = [
  ...UNDONE,
  "received",
  "not_configured",
  "no_secret",
  "no_backend_url",
  "unreachable",
  "timeout",
  "body_changed",
  "unauthorized",
  "not_found",
  "redirected",
  "refused",
  "wrong_answer",
  "other_store",
  "private_address",
  "receiver_spooling",
  "receiver_full",
  "receiver_database",
  "receiver_refused",
  // The probe works, but the gateway's own webhooks don't arrive, or are
  // rejected.
  "quiet",
  "rejected",
] as const

/**
 * Every code that a check may have, so that a translation can be tested for
 * completeness.
 */
export const HEALTH_CODES = {
  migrations: [...UNDONE, "applied", "pending"],
  encryption: [
    ...UNDONE,
    "ready",
    "no_key",
    "invalid_key",
    "unreadable",
    "old_key",
  ],
  credentials_hosted: CREDENTIALS,
  credentials_onchain: CREDENTIALS,
  clock_hosted: CLOCK,
  clock_onchain: CLOCK,
  backend_url: [
    ...UNDONE,
    "public",
    "missing",
    "no_tls",
    "private",
    "private_gateway",
    "unresolved",
    "unreachable",
  ],
  webhook_hosted: WEBHOOK,
  webhook_onchain: WEBHOOK,
  receiver: [
    ...UNDONE,
    "ready",
    "spooling",
    "full",
    "store",
    "no_backend_url",
    "unknown",
  ],
  blockchain: [
    ...UNDONE,
    "reachable",
    "not_watched",
    "off",
    "invalid",
    "wrong_chain",
    "wrong_coin",
    "unreachable",
    "not_final",
    "no_logs",
    "rate_limited",
    "behind",
    "degraded",
    "other_symbol",
    "small_log_range",
    "not_all",
  ],
  transfers: [...UNDONE, "off", "complete", "incomplete"],
  locking: [
    ...UNDONE,
    "redis",
    "in_memory",
    "in_memory_shared",
    "postgres",
    "other",
  ],
  event_bus: [...UNDONE, "redis", "local", "local_shared", "other"],
  regions: [...UNDONE, "enabled", "not_enabled", "not_configured"],
  currencies: [
    ...UNDONE,
    "configured",
    "missing",
    "refused",
    "not_configured",
    "none",
  ],
  exceptions: [...UNDONE, "none", "open"],
  job: [...UNDONE, "on_time", "late"],
  balances: [...UNDONE, "balanced", "unbalanced"],
} as const satisfies Record<HealthCheckId, readonly string[]>

/** Result code of a check. */
export type HealthCode<Id extends HealthCheckId = HealthCheckId> =
  (typeof HEALTH_CODES)[Id][number]

export type AdminHealthCheck = {
  id: HealthCheckId
  status: HealthStatus
  /** One of the check's HEALTH_CODES. Translation keys are `id.code`. */
  code: string
  /** Values that the sentences contain. */
  params: Record<string, string | number>
  /** The finding, in English. */
  message: string
  /** The remedy, in English. Null where nothing is to be done. */
  remedy: string | null
}

/**
 * `GET /admin/stablecoin/health`. `?fresh=true` skips the result cached for up
 * to 5 seconds.
 */
export type AdminHealthResponse = {
  health: {
    /** The worst status of the checks. */
    status: HealthStatus
    /** ISO 8601. */
    checked_at: string
    checks: AdminHealthCheck[]
  }
}
