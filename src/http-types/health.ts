import type { HealthCheckId } from "../health/sentences"

/**
 * The worst first. `warning`: payments work, but the merchant should act. `error`: money may be
 * missed or payments fail.
 */
export const HEALTH_STATUSES = ["error", "warning", "ok"] as const
export type HealthStatus = (typeof HEALTH_STATUSES)[number]

export type AdminHealthCheck = {
  id: HealthCheckId
  status: HealthStatus
  /** Identifies the sentences, such as `timed_out`. */
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
