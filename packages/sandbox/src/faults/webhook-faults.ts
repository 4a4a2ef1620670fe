import { z } from "zod"
import { strict } from "../parse"
import { PlannedFaults } from "./planned-faults"

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

/** Faults of webhooks. */
export class WebhookFaults extends PlannedFaults<
  WebhookFault,
  PlannedWebhookFault
> {
  constructor() {
    super(webhookFaultSchema)
  }

  /** Consumes and returns the fault for this webhook, if any. */
  take(webhook: {
    api: string
    event: string
  }): PlannedWebhookFault | undefined {
    return this.use(
      ({ api, event }) =>
        (api === undefined || api === webhook.api) &&
        (event === undefined || event === webhook.event)
    )
  }
}
