import { Hono } from "hono"
import type { EndpointName } from "../http/endpoints"
import type { ApiEnv } from "../http/recorder"
import { parse } from "../parse"
import { SandboxError } from "../sandbox-error"
import type { Sandbox } from "../sandbox"
import { requestFilterSchema } from "./schemas"

/** Read-only routes of the control address. */
export function inspectRoutes(sandbox: Sandbox): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()

  app.get("/state", (c) =>
    c.json({
      urls: sandbox.urls,
      variant: sandbox.variant,
      rules: sandbox.rules,
      wallet: sandbox.walletAddress,
      transactions: sandbox.transactions(),
      orders: sandbox.orders(),
      faults: sandbox.faults(),
      endpoints: sandbox.endpoints().map(({ id, url, events }) => ({
        id,
        url,
        events: events ?? null,
      })),
    })
  )

  app.get("/rules", (c) => c.json(sandbox.rules))

  app.get("/credentials", (c) => c.json(sandbox.credentials))

  app.get("/requests", (c) => {
    const { endpoint, ...filter } = parse(
      requestFilterSchema,
      c.req.query(),
      "The query"
    )
    return c.json({
      requests: sandbox.requests({
        ...filter,
        // An unknown endpoint name matches no requests.
        ...(endpoint && { endpoint: endpoint as EndpointName }),
      }),
    })
  })

  app.get("/webhooks", (c) => c.json({ webhooks: sandbox.webhooks() }))

  app.get("/webhooks/:id", (c) => {
    const id = c.req.param("id")
    const webhook = sandbox.webhooks().find((one) => one.id === id)
    if (!webhook) {
      throw new SandboxError(`There is no webhook ${id}.`, 404)
    }
    return c.json({ webhook })
  })

  return app
}
