import type { ObservedRequest } from "../../../gateway"
import type { Rail } from "../../../ledger"
import type { AttributesOf } from "./instruments"
import type { Metrics } from "./metrics"

type StatusClass = AttributesOf<"stablecoin.gateway.request.duration">["status"]

const CLASSES: readonly StatusClass[] = ["1xx", "2xx", "3xx", "4xx", "5xx"]

/** Records the requests of a rail's client. */
export function recordRequest(
  metrics: Pick<Metrics, "record">,
  rail: Rail
): (request: ObservedRequest) => void {
  return ({ operation, durationMs, status, code }) =>
    metrics.record("stablecoin.gateway.request.duration", durationMs / 1_000, {
      rail,
      operation,
      status: classOf(status),
      outcome: code ?? "ok",
    })
}

function classOf(status: number | undefined): StatusClass {
  return CLASSES[Math.floor((status ?? 0) / 100) - 1] ?? "none"
}
