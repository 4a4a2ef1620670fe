import { Hono } from "hono"
import { CHAINS } from "../../../../src/gateway/schemas"
import { misanswer, pause } from "../faults/http-fault"
import type { PlannedRpcFault } from "../faults/rpc-faults"
import type { Gateway } from "../gateway"
import { recorder, takeBody, type ApiEnv } from "../http/recorder"
import { Refusal } from "../http/refusal"
import { SandboxError } from "../sandbox-error"
import { answer, methodsOf, parseRequest, refusalAnswer } from "./envelope"
import { execute } from "./methods"
import { NodeView } from "./node-view"
import { RpcRefusal } from "./rpc-refusal"

/**
 * JSON-RPC of the six chains: `/<chain>`, or `/<chain>/<node>` for one of
 * several nodes, which differ in their faults only.
 */
export function rpcServer(
  gateway: Gateway,
  closing: AbortSignal
): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()
  const { log } = gateway.settings

  app.use(async (c, next) => {
    await next()
    const { status, fault } = c.get("record")
    // Stores read the chains every few seconds: only trouble is worth a line.
    if (fault || status !== 200) {
      const marked = fault ? ` (fault: ${fault})` : ""
      log?.(`rpc ${c.req.method} ${c.req.path} ${status ?? "-"}${marked}`)
    }
  })
  app.use(recorder("rpc", () => gateway.state.requests))
  app.use(takeBody)

  app.post("/:chain/:node?", async (c) => {
    const { chain: code, node } = c.req.param()
    const chain = CHAINS.find((known) => known === code.toUpperCase())
    if (!chain) {
      return c.notFound()
    }
    const { rules, rpcFaults, chain: memory } = gateway.state
    const request = parseRequest(c.get("raw"))
    const methods = methodsOf(request)
    const fault = rpcFaults.take({ chain, node, methods })
    const record = c.get("record")
    record.fault = fault?.kind ?? null
    if (c.get("raw").length > MAX_LOGGED) {
      record.body = methods
    }
    if (fault?.kind === "delay") {
      await pause(fault.ms, closing)
    }
    const network = memory.network(chain)
    network.blocks.keepUp()
    const view = new NodeView(
      network,
      rules.rpc[chain],
      fault?.kind === "lag" || fault?.kind === "stuck" ? fault.blocks : 0,
      fault?.kind === "stuck" ? STUCK_FOR_SECONDS : 0
    )
    const { maxBatch } = rules.rpc[chain]
    const answered = answer(request, maxBatch, (method, params) => {
      refuse(fault, method)
      return execute(method, params, view)
    })
    const text = answered === undefined ? "" : JSON.stringify(answered)
    return fault && !ANSWERED.includes(fault.kind)
      ? misanswer(c, fault, { text, status: 200 }, errorBody)
      : c.body(text, 200, { "Content-Type": "application/json" })
  })

  app.notFound((c) => c.json(errorBody(`POST to /${CHAINS.join(", /")}.`), 404))
  app.onError((error, c) => {
    if (error instanceof RpcRefusal) {
      return c.json(refusalAnswer(error))
    }
    if (error instanceof Refusal || error instanceof SandboxError) {
      return c.json(errorBody(error.message), error.status)
    }
    log?.(`rpc ${c.req.path} failed: ${error.stack}`)
    return c.json(errorBody("Internal error of the sandbox."), 500)
  })
  return app
}

/** Characters of a body that is kept. Filters may name thousands of addresses. */
const MAX_LOGGED = 10_000

/** Faults with which the answer is sent as JSON-RPC. */
const ANSWERED: readonly PlannedRpcFault["kind"][] = [
  "delay",
  "lag",
  "rpc_error",
  "stuck",
]

/** Age of the newest block of a node that is stuck. */
const STUCK_FOR_SECONDS = 30 * 60

function refuse(fault: PlannedRpcFault | undefined, method: string): void {
  if (
    fault?.kind === "rpc_error" &&
    (fault.method === undefined || fault.method === method)
  ) {
    throw new RpcRefusal(fault.code, fault.message)
  }
}

/** -32603: the node failed, or does not take the request. */
function errorBody(message: string): object {
  return refusalAnswer(new RpcRefusal(-32603, message))
}
