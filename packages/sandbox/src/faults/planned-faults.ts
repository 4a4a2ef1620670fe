import type { z } from "zod"
import { parse } from "../parse"

type Planned = {
  /** Number of uses left. */
  times: number
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
    if (fault && --fault.times === 0) {
      this.#planned.splice(this.#planned.indexOf(fault), 1)
    }
    return fault
  }
}
