import type {
  HealthCheckId,
  HealthCode,
  HealthStatus,
} from "../http-types/health"
import type { CheckContext } from "./context"

/** Result of a check. */
export type Finding<Id extends HealthCheckId = HealthCheckId> = {
  status: HealthStatus
  code: HealthCode<Id>
  /** Values for the placeholders of the message. */
  params?: Record<string, string | number>
  /** Result in one sentence. */
  message: string
  /** Remedy, if any. */
  remedy?: string
}

export type Check<Id extends HealthCheckId = HealthCheckId> = {
  id: Id
  /** May throw or exceed its time limit: the caller handles both. */
  run(context: CheckContext): Promise<Finding<Id>>
}

/** Creates a check whose findings are typed by its codes. */
export function check<Id extends HealthCheckId>(
  id: Id,
  run: Check<Id>["run"]
): Check<Id> {
  return { id, run }
}
