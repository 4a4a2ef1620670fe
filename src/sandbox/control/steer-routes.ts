import { Hono } from "hono"
import { callFaultSchema } from "../faults/call-faults"
import { rpcFaultSchema } from "../faults/rpc-faults"
import { webhookFaultSchema } from "../faults/webhook-faults"
import type { ApiEnv } from "../http/recorder"
import { strict } from "../parse"
import { rulesChangeSchema } from "../rules"
import type { Sandbox } from "../sandbox"
import { variantChangeSchema } from "../variants"
import { body } from "./body"
import {
  accountSchema,
  actionSchema,
  endpointSchema,
  paySchema,
  rotateSchema,
  tokensSchema,
  triggerSchema,
} from "./schemas"

const nothing = strict({})

/** Control routes that change the sandbox. */
export function steerRoutes(sandbox: Sandbox): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()

  app.post("/pay", async (c) => {
    const { target, ...options } = await body(c, paySchema)
    return c.json(await sandbox.pay(target, options))
  })
  app.post("/fail", async (c) => {
    const { target } = await body(c, actionSchema)
    return c.json(await sandbox.fail(target))
  })
  app.post("/cancel", async (c) => {
    const { target } = await body(c, actionSchema)
    return c.json(await sandbox.cancel(target))
  })

  app.post("/trigger", async (c) => {
    const { event, target, overrides, force } = await body(c, triggerSchema)
    const webhooks = sandbox.trigger(event, target, overrides, { force })
    return c.json({ webhooks }, 202)
  })
  app.post("/webhooks/:id/resend", async (c) => {
    await body(c, nothing)
    return c.json({ webhook: sandbox.resend(c.req.param("id")) }, 202)
  })
  app.post("/settle", async (c) => {
    await body(c, nothing)
    await sandbox.settled()
    return c.json({ webhooks: sandbox.webhooks() })
  })

  app.post("/faults", async (c) => {
    sandbox.fault(await body(c, callFaultSchema))
    return c.json(sandbox.faults(), 201)
  })
  app.post("/faults/webhooks", async (c) => {
    sandbox.faultWebhooks(await body(c, webhookFaultSchema))
    return c.json(sandbox.faults(), 201)
  })
  app.post("/faults/rpc", async (c) => {
    sandbox.faultRpc(await body(c, rpcFaultSchema))
    return c.json(sandbox.faults(), 201)
  })
  app.delete("/faults", (c) => {
    sandbox.clearFaults()
    return c.json(sandbox.faults())
  })

  app.post("/secrets/rotate", async (c) => {
    const { which } = await body(c, rotateSchema)
    return c.json(sandbox.rotateSecret(which))
  })
  app.post("/accounts", async (c) =>
    c.json(sandbox.addAccount(await body(c, accountSchema)), 201)
  )
  app.post("/endpoints", async (c) =>
    c.json(sandbox.registerEndpoint(await body(c, endpointSchema)), 201)
  )
  app.post("/variant", async (c) =>
    c.json(sandbox.setVariant(await body(c, variantChangeSchema)))
  )
  app.post("/rules", async (c) =>
    c.json(sandbox.setRules(await body(c, rulesChangeSchema)))
  )

  app.post("/tokens", async (c) => {
    const { lifetime, expire } = await body(c, tokensSchema)
    if (lifetime !== undefined) {
      sandbox.setTokenLifetime(lifetime)
    }
    if (expire) {
      sandbox.expireTokens()
    }
    return c.json({ lifetime: lifetime ?? null, expired: expire ?? false })
  })
  app.post("/buyer-tokens", async (c) => {
    await body(c, nothing)
    return c.json({ access_token: sandbox.buyerToken() }, 201)
  })

  app.post("/reset", async (c) => {
    await body(c, nothing)
    await sandbox.reset()
    return c.json({ reset: true })
  })

  return app
}
