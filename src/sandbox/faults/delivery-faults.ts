import { z } from "zod"
import { parse, strict } from "../parse"

export const deliveryFaultSchema = strict({
  /** Absent: both APIs. */
  api: z.enum(["merchant", "business"]).optional(),
  /** Absent: every event. */
  event: z.string().optional(),
  /** How many deliveries get it. */
  times: z.number().int().positive().default(1),
  /**
   * `drop` is never sent; `double` is sent twice at the same moment; `delay`
   * waits; `reorder` waits until another delivery has overtaken it;
   * `wrong_signature` is sent once with a signature by another key;
   * `lost_answer` is sent, but its answer is not heard, so that it is sent again.
   */
  kind: z.enum([
    "drop",
    "double",
    "delay",
    "reorder",
    "wrong_signature",
    "lost_answer",
  ]),
  /** Milliseconds of `delay`, and the longest that `reorder` waits. */
  ms: z.number().int().nonnegative().default(1000),
})

/** A fault for the next webhook deliveries. */
export type DeliveryFault = z.input<typeof deliveryFaultSchema>
export type PlannedDeliveryFault = z.output<typeof deliveryFaultSchema>

/** Faults waiting for deliveries to hit, first planned first used. */
export class DeliveryFaults {
  private planned: PlannedDeliveryFault[] = []

  /** @throws SandboxError 422 if the fault is no such thing */
  add(fault: DeliveryFault): void {
    this.planned.push(parse(deliveryFaultSchema, fault, "The fault"))
  }

  list(): PlannedDeliveryFault[] {
    return structuredClone(this.planned)
  }

  clear(): void {
    this.planned = []
  }

  /** The fault that this delivery gets, if any; it is used up by that. */
  take(delivery: {
    api: string
    event: string
  }): PlannedDeliveryFault | undefined {
    const fault = this.planned.find(
      ({ api, event }) =>
        (api === undefined || api === delivery.api) &&
        (event === undefined || event === delivery.event)
    )
    if (fault && --fault.times === 0) {
      this.planned.splice(this.planned.indexOf(fault), 1)
    }
    return fault
  }
}
