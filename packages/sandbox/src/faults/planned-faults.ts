import { z } from "zod"
import { isTooDeep } from "../http/depth"
import { parse } from "../parse"

/**
 * Faults of a response. `delay` sends it late. `status` sends another status.
 * `reset` cuts the connection. `half` sends half of a body and cuts.
 * `broken_json` sends truncated JSON. `hang` never sends it.
 */
export const RESPONSE_FAULTS = [
  "delay",
  "status",
  "reset",
  "half",
  "broken_json",
  "hang",
] as const

export const responseFaultFields = {
  /** Milliseconds of `delay`. */
  ms: z.number().int().nonnegative().default(1000),
  /** HTTP status of `status`. */
  status: z.number().int().min(200).max(599).default(503),
  /** Value of a Retry-After header with `status`: seconds, or an HTTP date. */
  retryAfter: z.union([z.number().nonnegative(), z.string()]).optional(),
  /**
   * Body of `status`: text is sent unchanged, anything else as JSON. Absent:
   * the error of the API or the node.
   */
  body: z
    .unknown()
    .refine((body) => !isTooDeep(body), "is nested too deeply")
    .optional(),
}

type Planned = {
  /** Number of uses left. */
  times: number | "always"
}

/** Planned faults, used in the order they were planned. */
export abstract class PlannedFaults<Fault, PlannedFault extends Planned> {
  #planned: PlannedFault[] = []

  constructor(private readonly schema: z.ZodType<PlannedFault>) {}

  /** @throws SandboxError 422 if the fault is invalid */
  add(fault: Fault): void {
    this.#planned.push(parse(this.schema, fault, "The fault"))
  }

  list(): PlannedFault[] {
    return structuredClone(this.#planned)
  }

  clear(): void {
    this.#planned = []
  }

  /** Consumes and returns the first fault that fits, if any. */
  protected use(
    fits: (fault: PlannedFault) => boolean
  ): PlannedFault | undefined {
    const fault = this.#planned.find(fits)
    if (fault && fault.times !== "always" && --fault.times === 0) {
      this.#planned.splice(this.#planned.indexOf(fault), 1)
    }
    return fault
  }
}
