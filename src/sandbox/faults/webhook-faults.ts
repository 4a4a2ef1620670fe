import { z } from "zod"
import { parse, strict } from "../parse"

export const webhookFaultSchema = strict({
  /** Absent: both APIs. */
  api: z.enum(["merchant", "business"]).optional(),
  /** Absent: every event. */
  event: z.string().optional(),
  /** Number of webhooks that get the fault. */
  times: z.number().int().positive().default(1),
  /**
   * `drop` is never sent. `double` is sent twice concurrently. `delay` waits.
   * `reorder` waits until another webhook has overtaken it. `wrong_signature`
   * is sent once, signed with another key. `lost_answer` is sent, but its
   * response is ignored, so that it is sent again.
   */
  kind: z.enum([
    "drop",
    "double",
    "delay",
    "reorder",
    "wrong_signature",
    "lost_answer",
  ]),
  /** Milliseconds of `delay`, and the maximum wait of `reorder`. */
  ms: z.number().int().nonnegative().default(1000),
})

/** A fault for the next webhooks. */
export type WebhookFault = z.input<typeof webhookFaultSchema>
export type PlannedWebhookFault = z.output<typeof webhookFaultSchema>

/** Planned faults, used in the order they were planned. */
export class WebhookFaults {
  private planned: PlannedWebhookFault[] = []

  /** @throws SandboxError 422 if the fault is invalid */
  add(fault: WebhookFault): void {
    this.planned.push(parse(webhookFaultSchema, fault, "The fault"))
  }

  list(): PlannedWebhookFault[] {
    return structuredClone(this.planned)
  }

  clear(): void {
    this.planned = []
  }

  /** Consumes and returns the fault for this webhook, if any. */
  take(webhook: {
    api: string
    event: string
  }): PlannedWebhookFault | undefined {
    const fault = this.planned.find(
      ({ api, event }) =>
        (api === undefined || api === webhook.api) &&
        (event === undefined || event === webhook.event)
    )
    if (fault && --fault.times === 0) {
      this.planned.splice(this.planned.indexOf(fault), 1)
    }
    return fault
  }
}
