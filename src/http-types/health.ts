import { GATEWAY_ERROR_CODES } from "../gateway/gateway-error"

/** `look`: works, and a person should see to it. `broken`: money may be missed or payments fail. */
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
  "locking",
  "event_bus",
  "regions",
  "currencies",
  "exceptions",
  "streams",
] as const
export type HealthCheckId = (typeof HEALTH_CHECKS)[number]

/** What any check may find: it threw, or gave no answer in time. */
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
  ...GATEWAY_ERROR_CODES,
] as const

const CLOCK = [
  ...UNDONE,
  "in_step",
  "off",
  "far_off",
  "not_told",
  "no_answer",
  "not_configured",
] as const

const WEBHOOK = [
  ...UNDONE,
  "delivered",
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
  // It works, and yet the gateway's own webhooks don't come, or are rejected.
  "quiet",
  "rejected",
] as const

/** Every code that a check may have, so that a translation can be proven whole. */
export const HEALTH_CODES = {
  migrations: [...UNDONE, "applied", "pending"],
  encryption: [...UNDONE, "ready", "no_key", "invalid_key", "unreadable"],
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
    "unresolved",
    "unreachable",
  ],
  webhook_hosted: WEBHOOK,
  webhook_onchain: WEBHOOK,
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
  currencies: [...UNDONE, "configured", "missing", "not_configured", "none"],
  exceptions: [...UNDONE, "none", "open"],
  streams: [...UNDONE, "open", "refused"],
} as const satisfies Record<HealthCheckId, readonly string[]>

/** What a check may find. */
export type HealthCode<Id extends HealthCheckId = HealthCheckId> =
  (typeof HEALTH_CODES)[Id][number]

export type AdminHealthCheck = {
  id: HealthCheckId
  status: HealthStatus
  /** One of HEALTH_CODES of the check: translations hang on `id.code`. */
  code: string
  /** What the sentences name. */
  params: Record<string, string | number>
  /** What was found, in English. */
  message: string
  /** What to do, in English; null where there is nothing to do. */
  remedy: string | null
}

/** `GET /admin/stablecoin/health`. `?fresh=true`: not the answer of up to 5 seconds ago. */
export type AdminHealthResponse = {
  health: {
    /** The worst of them. */
    status: HealthStatus
    /** ISO 8601. */
    checked_at: string
    checks: AdminHealthCheck[]
  }
}
