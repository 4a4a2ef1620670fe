/** `look`: works, and a person should see to it. `broken`: money may be missed or payments fail. */
export type HealthStatus = "ok" | "look" | "broken"

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
] as const
export type HealthCheckId = (typeof HEALTH_CHECKS)[number]

export type AdminHealthCheck = {
  id: HealthCheckId
  status: HealthStatus
  /** What was found, such as `not_configured`: translations hang on `id.code`. */
  code: string
  /** What the sentences name. */
  params: Record<string, string | number>
  /** What was found, in English. */
  message: string
  /** What to do, in English; null where there is nothing to do. */
  remedy: string | null
}

/** `GET /admin/stablecoin/health`. */
export type AdminHealthResponse = {
  health: {
    /** The worst of them. */
    status: HealthStatus
    /** ISO 8601. */
    checked_at: string
    checks: AdminHealthCheck[]
  }
}
