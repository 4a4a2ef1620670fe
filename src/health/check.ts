import type { HealthStatus } from "../http-types/health"
import type { Rail } from "../ledger"
import type { CheckContext } from "./context"
import type { CodeOf, HealthCheckId, Params } from "./sentences"

/** Result of a check, which `english.json` puts into words. */
export type Finding<Id extends HealthCheckId = HealthCheckId> = {
  status: HealthStatus
  code: CodeOf<Id>
  params?: Params
}

export type RailFinding<Name extends "credentials" | "clock" | "webhook"> =
  Finding<`${Name}_${Rail}`>

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

export const ok = <const Code extends string>(
  code: Code,
  params: Params = {}
) => ({ status: "ok", code, params }) as const
export const warning = <const Code extends string>(
  code: Code,
  params: Params = {}
) => ({ status: "warning", code, params }) as const
export const error = <const Code extends string>(
  code: Code,
  params: Params = {}
) => ({ status: "error", code, params }) as const
