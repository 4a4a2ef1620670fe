import { z } from "zod"
import { strict } from "../parse"
import { ENDPOINT_NAMES, type EndpointName } from "../http/endpoints"
import { isTooDeep } from "../http/depth"
import type { RecordedApi } from "../http/request-log"
import { PlannedFaults } from "./planned-faults"

/**
 * Faults of a response. `delay` sends it late. `status` sends another status.
 * `reset` cuts the connection. `half` sends half of a body and cuts.
 * `broken_json` sends truncated JSON. `hang` never sends it.
 */
const RESPONSE_FAULTS = [
  "delay",
  "status",
  "reset",
  "half",
  "broken_json",
  "hang",
] as const

/** Lies of the gateway about a transfer. They wait for one to lie about. */
const CONFIRMATION_FAULTS = ["spent_hash", "unchecked_confirmation"] as const
export type ConfirmationFault = (typeof CONFIRMATION_FAULTS)[number]

function isConfirmationFault(kind: string): kind is ConfirmationFault {
  return CONFIRMATION_FAULTS.some((fault) => fault === kind)
}

export const callFaultSchema = strict({
  /** Absent: both APIs. `rpc` is the chains' JSON-RPC. */
  api: z.enum(["merchant", "business", "rpc"]).optional(),
  /** Absent: every endpoint, but no hosted page. */
  endpoint: z.enum(ENDPOINT_NAMES).optional(),
  /** Number of calls that get the fault. */
  times: z.number().int().positive().default(1),
  /**
   * Besides those of a response: `spent_hash` accepts the next confirmation
   * whose transfer has paid another order. `unchecked_confirmation` accepts the
   * next one that would be refused.
   */
  kind: z.enum([...RESPONSE_FAULTS, ...CONFIRMATION_FAULTS]),
  /** Milliseconds of `delay`. */
  ms: z.number().int().nonnegative().default(1000),
  /** HTTP status of `status`. */
  status: z.number().int().min(200).max(599).default(503),
  /** Value of a Retry-After header with `status`: seconds, or an HTTP date. */
  retryAfter: z.union([z.number().nonnegative(), z.string()]).optional(),
  /**
   * Body of `status`: text is sent unchanged, anything else as JSON. Absent:
   * the error of the API.
   */
  body: z
    .unknown()
    .refine((body) => !isTooDeep(body), "is nested too deeply")
    .optional(),
  /** True: the call takes effect, and only its response is lost. */
  after: z.boolean().default(false),
}).refine(
  ({ kind, api, endpoint = "confirm" }) =>
    !isConfirmationFault(kind) ||
    ((api ?? "business") === "business" && endpoint === "confirm"),
  `${CONFIRMATION_FAULTS.join(" and ")} are faults of the business API's endpoint confirm`
)

/** A fault for the next calls. */
export type CallFault = z.input<typeof callFaultSchema>
export type PlannedCallFault = z.output<typeof callFaultSchema>

/** Faults of calls. */
export class CallFaults extends PlannedFaults<CallFault, PlannedCallFault> {
  constructor() {
    super(callFaultSchema)
  }

  /**
   * Consumes and returns the first planned lie of these that lets a
   * confirmation pass, if any.
   */
  takeConfirmationFault(
    lies: readonly ConfirmationFault[]
  ): ConfirmationFault | null {
    const fault = this.use(({ kind }) => lies.some((lie) => lie === kind))
    return fault && isConfirmationFault(fault.kind) ? fault.kind : null
  }

  /** Consumes and returns the fault for this call, if any. */
  take(
    api: RecordedApi,
    endpoint: EndpointName | null
  ): PlannedCallFault | undefined {
    return this.use(
      (candidate) =>
        !isConfirmationFault(candidate.kind) &&
        (candidate.api ?? (api === "rpc" ? null : api)) === api &&
        (candidate.endpoint === undefined
          ? endpoint !== "page"
          : candidate.endpoint === endpoint)
    )
  }
}
