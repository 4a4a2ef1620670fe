import { Hono } from "hono"
import { CHAINS } from "../../gateway/schemas"
import type { Gateway } from "../gateway"
import { recorder, takeBody, type ApiEnv } from "../http/recorder"
import { Refusal } from "../http/refusal"
import { SandboxError } from "../sandbox-error"
import { memoryChain } from "../state"
import { answer, parseRequest, refusalAnswer } from "./envelope"
import { execute } from "./methods"
import { NodeView } from "./node-view"
import { RpcRefusal } from "./rpc-refusal"

/** JSON-RPC of the six chains, each under its code. */
export function rpcServer(gateway: Gateway): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()
  app.use(recorder("rpc", () => gateway.state.requests))
  app.use(takeBody)

  app.post("/:chain", (c) => {
    const code = c.req.param("chain").toUpperCase()
    const chain = CHAINS.find((known) => known === code)
    if (!chain) {
      return c.notFound()
    }
    const memory = memoryChain(gateway.state)
    const node = new NodeView(memory.network(chain))
    const request = parseRequest(c.get("raw"))
    const answered = answer(request, (method, params) =>
      execute(method, params, node, memory)
    )
    return answered === undefined ? c.body(null) : c.json(answered)
  })

  app.notFound((c) =>
    c.json(
      refusalAnswer(new RpcRefusal(-32600, `POST to /${CHAINS.join(", /")}.`)),
      404
    )
  )
  app.onError((error, c) => {
    if (error instanceof RpcRefusal) {
      return c.json(refusalAnswer(error))
    }
    if (error instanceof Refusal || error instanceof SandboxError) {
      const refusal = new RpcRefusal(-32600, error.message)
      return c.json(refusalAnswer(refusal), error.status)
    }
    gateway.settings.log?.(`rpc ${c.req.path} failed: ${error.stack}`)
    const refusal = new RpcRefusal(-32603, "Internal error of the sandbox.")
    return c.json(refusalAnswer(refusal), 500)
  })
  return app
}
