import { z } from "zod"
import { chainSchema } from "../../../../src/gateway/schemas"
import { strict } from "../parse"
import {
  PlannedFaults,
  RESPONSE_FAULTS,
  responseFaultFields,
} from "./planned-faults"

export const rpcFaultSchema = strict({
  /** Absent: every chain. */
  chain: chainSchema.optional(),
  /** The node of `/<chain>/<node>`. Absent: every node. */
  node: z.string().min(1).optional(),
  /** A request fits if it calls this method. Absent: every request. */
  method: z.string().min(1).optional(),
  /** Number of requests that get the fault, or `always`: until it is cleared. */
  times: z.union([z.number().int().positive(), z.literal("always")]).default(1),
  /**
   * Besides those of a response: `rpc_error` answers the calls of `method` with
   * an error of JSON-RPC. `lag` answers as a node that does not have the last
   * blocks, `stuck` as one that has got no block for half an hour.
   */
  kind: z.enum([...RESPONSE_FAULTS, "rpc_error", "lag", "stuck"]),
  ...responseFaultFields,
  /** Code of `rpc_error`. -32005: too many requests. */
  code: z.number().int().default(-32005),
  message: z.string().default("limit exceeded"),
  /** Blocks that a node with `lag` or `stuck` is behind. */
  blocks: z.number().int().positive().default(1),
})

/** A fault for the next JSON-RPC requests. */
export type RpcFault = z.input<typeof rpcFaultSchema>
export type PlannedRpcFault = z.output<typeof rpcFaultSchema>

/** Faults of JSON-RPC requests. */
export class RpcFaults extends PlannedFaults<RpcFault, PlannedRpcFault> {
  constructor() {
    super(rpcFaultSchema)
  }

  /** Consumes and returns the fault for this request, if any. */
  take(request: {
    chain: string
    node: string | undefined
    methods: readonly string[]
  }): PlannedRpcFault | undefined {
    return this.use(
      ({ chain, node, method }) =>
        (chain === undefined || chain === request.chain) &&
        (node === undefined || node === request.node) &&
        (method === undefined || request.methods.includes(method))
    )
  }
}
