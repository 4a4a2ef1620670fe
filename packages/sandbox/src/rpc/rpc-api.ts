import { Hono } from "hono"
import { z } from "zod"
import { CHAINS } from "../../../../src/gateway/schemas"
import type { Gateway } from "../gateway"
import type { ApiEnv } from "../http/recorder"
import { execute, RpcRefusal } from "./methods"

const callSchema = z.object({
  jsonrpc: z.literal("2.0"),
  method: z.string(),
  params: z.unknown(),
  id: z.union([z.string(), z.number()]),
})

/**
 * JSON-RPC of the six chains: `/<chain>`, or `/<chain>/<node>`, so that a store
 * can have two endpoints of each.
 */
export function rpcApi(gateway: Gateway): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()
  app.post("/:chain/:node?", (c) => {
    const code = c.req.param("chain").toUpperCase()
    const known = CHAINS.find((each) => each === code)
    if (!known) {
      return c.notFound()
    }
    const chain = gateway.state.chain(known)
    chain.keepUp()
    const body = jsonOf(c.get("raw"))
    const calls = [body].flat().map((call) => callSchema.safeParse(call).data)
    // Filters may name thousands of addresses.
    c.get("record").body = calls.flatMap((call) => call?.method ?? [])
    const answers = calls.map((call) => {
      if (!call) {
        return refused(new RpcRefusal(-32600, "invalid request"))
      }
      const { id, method, params } = call
      try {
        return { jsonrpc: "2.0", id, result: execute(chain, method, params) }
      } catch (error) {
        return refused(error, id)
      }
    })
    return c.json(Array.isArray(body) ? answers : answers[0])
  })
  return app
}

/** JSON-RPC's answer to a refusal. @throws any other error */
function refused(error: unknown, id: string | number | null = null): object {
  if (!(error instanceof RpcRefusal)) {
    throw error
  }
  const { code, message } = error
  return { jsonrpc: "2.0", id, error: { code, message } }
}

/** Undefined, which is an invalid request, unless it is JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
