import type {
  HealthCheckId,
  HealthCode,
  HealthStatus,
} from "../http-types/health"
import type { CheckContext } from "./context"

/** What a check has found. */
export type Finding<Id extends HealthCheckId = HealthCheckId> = {
  status: HealthStatus
  code: HealthCode<Id>
  /** What the sentences name. */
  params?: Record<string, string | number>
  /** What was found, in a sentence. */
  message: string
  /** What to do, if there is anything to do. */
  remedy?: string
}

export type Check<Id extends HealthCheckId = HealthCheckId> = {
  id: Id
  /** May throw, and may take too long: whoever runs it is prepared. */
  run(context: CheckContext): Promise<Finding<Id>>
}

/** Ties a check to the codes that it may find. */
export function check<Id extends HealthCheckId>(
  id: Id,
  run: Check<Id>["run"]
): Check<Id> {
  return { id, run }
}
