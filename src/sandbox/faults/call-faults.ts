import { z } from "zod"
import { isTooDeep } from "../http/depth"
import { strict } from "../parse"
import type { ApiName } from "../accounts"
import { ENDPOINT_NAMES, type EndpointName } from "../http/endpoints"
import { PlannedFaults } from "./planned-faults"

export const callFaultSchema = strict({
  /** Absent: both APIs. */
  api: z.enum(["merchant", "business"]).optional(),
  /** Absent: every endpoint, but no hosted page. */
  endpoint: z.enum(ENDPOINT_NAMES).optional(),
  /** Number of calls that get the fault. */
  times: z.number().int().positive().default(1),
  /**
   * `delay` responds late. `status` responds with a status. `reset` cuts the
   * connection. `half` sends half of a body and cuts. `broken_json` sends a
   * complete response with truncated JSON. `hang` never responds. `spent_hash`
   * accepts the next confirmation whose transfer has paid another order.
   */
  kind: z.enum([
    "delay",
    "status",
    "reset",
    "half",
    "broken_json",
    "hang",
    "spent_hash",
  ]),
  /** Milliseconds of `delay`. */
  ms: z.number().int().nonnegative().default(1000),
  /** HTTP status of `status`. */
  status: z.number().int().min(200).max(599).default(503),
  /** Value of a Retry-After header with `status`: seconds, or an HTTP date. */
  retryAfter: z.union([z.number().nonnegative(), z.string()]).optional(),
  /**
   * Body of `status`: text is sent unchanged, anything else as JSON. Absent:
   * the API's own error envelope.
   */
  body: z
    .unknown()
    .refine((body) => !isTooDeep(body), "is nested too deeply")
    .optional(),
  /** True: the call takes effect, and only its response is lost. */
  after: z.boolean().default(false),
}).refine(
  ({ kind, api, endpoint = "confirm" }) =>
    kind !== "spent_hash" || (api !== "merchant" && endpoint === "confirm"),
  "spent_hash is a fault of the business API's endpoint confirm"
)

/** A fault for the next calls. */
export type CallFault = z.input<typeof callFaultSchema>
export type PlannedCallFault = z.output<typeof callFaultSchema>

/** Faults of calls. */
export class CallFaults extends PlannedFaults<CallFault, PlannedCallFault> {
  constructor() {
    super(callFaultSchema)
  }

  /** Whether to accept a confirmation with a spent hash. Consumes the fault. */
  takeSpentHash(): boolean {
    return this.use(({ kind }) => kind === "spent_hash") !== undefined
  }

  /** Consumes and returns the fault for this call, if any. */
  take(
    api: ApiName,
    endpoint: EndpointName | null
  ): PlannedCallFault | undefined {
    return this.use(
      (candidate) =>
        candidate.kind !== "spent_hash" &&
        (candidate.api === undefined || candidate.api === api) &&
        (candidate.endpoint === undefined
          ? endpoint !== "page"
          : candidate.endpoint === endpoint)
    )
  }
}
