import { z } from "zod"
import { ENDPOINT_NAMES, type EndpointName } from "../http/endpoints"
import { isPolled, RECORDED_APIS, type RecordedApi } from "../http/request-log"
import { parse, strict } from "../parse"

/**
 * Faults of a response. `delay` sends it late. `status` sends another status.
 * `reset` cuts the connection. `half` sends half of a body and cuts.
 * `broken_json` sends truncated JSON. `hang` never sends it.
 */
const OF_CALLS = [
  "delay",
  "status",
  "reset",
  "half",
  "broken_json",
  "hang",
] as const

/**
 * Faults of webhooks. `drop` is never sent. `double` is sent twice concurrently.
 * `late` waits. `reorder` waits until another webhook has overtaken it.
 * `wrong_signature` is sent once, signed with another key. `lost_answer` is
 * sent, but its response is ignored, so that it is sent again.
 */
export const WEBHOOK_FAULTS = [
  "drop",
  "double",
  "late",
  "reorder",
  "wrong_signature",
  "lost_answer",
] as const

/**
 * Lies of the gateway about a transfer, which wait for one to lie about.
 * `spent_hash` accepts the next confirmation whose transfer has paid another
 * order. `unchecked_confirmation` accepts the next one that would be refused.
 */
const OF_CONFIRMATIONS = ["spent_hash", "unchecked_confirmation"] as const
export type ConfirmationFault = (typeof OF_CONFIRMATIONS)[number]

export const faultSchema = strict({
  kind: z.enum([...OF_CALLS, ...WEBHOOK_FAULTS, ...OF_CONFIRMATIONS]),
  /** Absent: both APIs, but neither the chains' JSON-RPC nor the prices. */
  api: z.enum(RECORDED_APIS).optional(),
  /** Of calls. Absent: every endpoint, but no hosted page. */
  endpoint: z.enum(ENDPOINT_NAMES).optional(),
  /** Of webhooks. Absent: every event. */
  event: z.string().optional(),
  /** Number of calls or webhooks that get the fault. */
  times: z.number().int().positive().default(1),
  /** Milliseconds of `delay` and `late`, and the maximum wait of `reorder`. */
  ms: z.number().int().nonnegative().default(1000),
  /** HTTP status of `status`. */
  status: z.number().int().min(200).max(599).default(503),
  /** Value of a Retry-After header with `status`: seconds, or an HTTP date. */
  retryAfter: z.union([z.number().nonnegative(), z.string()]).optional(),
  /**
   * Body of `status`: text is sent unchanged, anything else as JSON. Absent:
   * the error of the API.
   */
  body: z.unknown().optional(),
  /** True: the call takes effect, and only its response is lost. */
  after: z.boolean().default(false),
})

/** A fault for the next calls or webhooks. */
export type Fault = z.input<typeof faultSchema>
export type PlannedFault = z.output<typeof faultSchema>

/** Planned faults, used in the order they were planned. */
export class Faults {
  #planned: PlannedFault[] = []

  /** @throws SandboxError 422 if the fault is invalid */
  add(fault: Fault): void {
    this.#planned.push(parse(faultSchema, fault, "The fault"))
  }

  list(): PlannedFault[] {
    return structuredClone(this.#planned)
  }

  clear(): void {
    this.#planned = []
  }

  /** Consumes and returns the fault for this call, if any. */
  ofCall(
    api: RecordedApi,
    endpoint: EndpointName | null
  ): PlannedFault | undefined {
    return this.#use(
      OF_CALLS,
      (fault) =>
        (fault.api ?? (isPolled(api) ? null : api)) === api &&
        (fault.endpoint === undefined
          ? endpoint !== "page"
          : fault.endpoint === endpoint)
    )
  }

  /** Consumes and returns the fault for this webhook, if any. */
  ofWebhook(api: string, event: string): PlannedFault | undefined {
    return this.#use(
      WEBHOOK_FAULTS,
      (fault) => (fault.api ?? api) === api && (fault.event ?? event) === event
    )
  }

  /**
   * Consumes and returns the first planned lie of these that lets a
   * confirmation pass, if any.
   */
  ofConfirmation(lies: readonly ConfirmationFault[]): ConfirmationFault | null {
    const { kind } = this.#use(lies, () => true) ?? {}
    return lies.find((lie) => lie === kind) ?? null
  }

  #use(
    kinds: readonly string[],
    fits: (fault: PlannedFault) => boolean
  ): PlannedFault | undefined {
    const fault = this.#planned.find(
      (each) => kinds.includes(each.kind) && fits(each)
    )
    if (fault && --fault.times === 0) {
      this.#planned.splice(this.#planned.indexOf(fault), 1)
    }
    return fault
  }
}
