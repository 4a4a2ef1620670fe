import { z } from "zod"
import {
  addressSchema,
  CHAINS,
  chainSchema,
  txHashSchema,
} from "../../../../src/gateway/schemas"
import { callFaultSchema } from "../faults/call-faults"
import { webhookFaultSchema } from "../faults/webhook-faults"
import type { EndpointName } from "../http/endpoints"
import { parse, strict } from "../parse"
import { rulesChangeSchema } from "../rules"
import type { Sandbox } from "../sandbox"
import { SandboxError } from "../sandbox-error"
import { variantChangeSchema } from "../variants"

/** One action of the control address. */
export type Route = {
  /** The fields of its body, its query and its path. */
  schema: z.ZodObject
  /** @throws SandboxError, 422 for wrong fields */
  run(sandbox: Sandbox, input: unknown): unknown
}

const api = z.enum(["merchant", "business"]).optional()

const names = {
  orderNo: z.string().min(1),
  token: z.string().min(1),
  orderId: z.uuid(),
  transactionId: z.uuid(),
}

/** The fields that name a payment: one of them, and `api`. */
export const TARGET_FIELDS = [...Object.keys(names), "api"]

const target = z.union(
  [
    strict({ orderNo: names.orderNo, api }),
    strict({ token: names.token, api }),
    strict({ orderId: names.orderId, api }),
    strict({ transactionId: names.transactionId, api }),
  ],
  "must be one of { orderNo }, { token }, { orderId }, { transactionId }"
)

/** Name of a coin, or the address of its contract. */
const currency = z.string().min(1)
const amount = z
  .string()
  .regex(/^\d+(\.\d{1,36})?$/, "must be a decimal string such as 10.50")
const chain = chainSchema
const nothing = strict({})

/**
 * The sandbox's programmatic API over HTTP and JSON, by method and path. The
 * command line has the same fields.
 */
export const ROUTES = {
  "GET /state": route(nothing, (sandbox) => ({
    urls: sandbox.urls,
    variant: sandbox.variant,
    rules: sandbox.rules,
    wallet: sandbox.walletAddress,
    transactions: sandbox.transactions(),
    orders: sandbox.orders(),
    faults: sandbox.faults(),
    endpoints: sandbox
      .endpoints()
      .map(({ id, url, events = null }) => ({ id, url, events })),
  })),
  "GET /rules": route(nothing, ({ rules }) => rules),
  "GET /credentials": route(nothing, ({ credentials }) => credentials),
  "GET /requests": route(
    strict({
      api: z.enum(["merchant", "business", "rpc"]).optional(),
      endpoint: z.string().optional(),
      method: z.string().optional(),
      path: z.string().optional(),
    }),
    (sandbox, { endpoint, ...filter }) => ({
      requests: sandbox.requests({
        ...filter,
        // An unknown endpoint name matches no requests.
        ...(endpoint && { endpoint: endpoint as EndpointName }),
      }),
    })
  ),
  "GET /webhooks": route(nothing, (sandbox) => ({
    webhooks: sandbox.webhooks(),
  })),
  "GET /webhooks/:id": route(strict({ id: z.string() }), (sandbox, { id }) => ({
    webhook: found(
      sandbox.webhooks().find((one) => one.id === id),
      `webhook ${id}`
    ),
  })),

  "POST /pay": route(
    strict({
      target,
      method: z.string().optional(),
      amount: amount.optional(),
      chain: chain.optional(),
      currency: currency.optional(),
      txHash: txHashSchema.optional(),
      confirm: z.boolean().optional(),
    }),
    (sandbox, { target, ...options }) => sandbox.pay(target, options)
  ),
  "POST /fail": route(strict({ target }), (sandbox, { target }) =>
    sandbox.fail(target)
  ),
  "POST /cancel": route(strict({ target }), (sandbox, { target }) =>
    sandbox.cancel(target)
  ),
  "POST /trigger": route(
    strict({
      event: z.string().min(1),
      target,
      overrides: z.record(z.string(), z.unknown()).optional(),
      /** True sends an event that the API does not have. */
      force: z.boolean().optional(),
    }),
    (sandbox, { event, target, overrides, force }) => ({
      webhooks: sandbox.trigger(event, target, overrides, { force }),
    })
  ),
  "POST /webhooks/:id/resend": route(
    strict({ id: z.string().min(1) }),
    (sandbox, { id }) => ({ webhook: sandbox.resend(id) })
  ),
  "POST /settle": route(nothing, async (sandbox) => {
    await sandbox.settled()
    return { webhooks: sandbox.webhooks() }
  }),

  "POST /faults": route(callFaultSchema, (sandbox, fault) => {
    sandbox.fault(fault)
    return sandbox.faults()
  }),
  "POST /faults/webhooks": route(webhookFaultSchema, (sandbox, fault) => {
    sandbox.faultWebhooks(fault)
    return sandbox.faults()
  }),
  "DELETE /faults": route(nothing, (sandbox) => {
    sandbox.clearFaults()
    return sandbox.faults()
  }),

  "POST /secrets/rotate": route(
    strict({ which: z.enum(["hosted", "onchain", "webhook"]) }),
    (sandbox, { which }) => sandbox.rotateSecret(which)
  ),
  "POST /accounts": route(
    strict({
      name: z.string().optional(),
      mode: z.enum(["sandbox", "live"]).optional(),
    }),
    (sandbox, account) => sandbox.addAccount(account)
  ),
  "POST /endpoints": route(
    strict({
      url: z.url({ protocol: /^https?$/ }),
      events: z.array(z.string()).optional(),
      secret: z.string().min(1).optional(),
    }),
    (sandbox, endpoint) => sandbox.registerEndpoint(endpoint)
  ),
  "POST /variant": route(variantChangeSchema, (sandbox, change) =>
    sandbox.setVariant(change)
  ),
  "POST /rules": route(rulesChangeSchema, (sandbox, change) =>
    sandbox.setRules(change)
  ),
  "POST /tokens": route(
    strict({
      /** Seconds for tokens issued from now on. */
      lifetime: z.number().positive().optional(),
      /** True expires every token issued so far. */
      expire: z.boolean().optional(),
    }),
    (sandbox, { lifetime = null, expire = false }) => {
      if (lifetime !== null) {
        sandbox.setTokenLifetime(lifetime)
      }
      if (expire) {
        sandbox.expireTokens()
      }
      return { lifetime, expired: expire }
    }
  ),
  "POST /buyer-tokens": route(nothing, (sandbox) => ({
    access_token: sandbox.buyerToken(),
  })),
  "POST /reset": route(nothing, async (sandbox) => {
    await sandbox.reset()
    return { reset: true }
  }),

  "POST /transfers": route(
    strict({
      chain,
      currency,
      to: addressSchema,
      amount,
      /** Absent: the built-in wallet. */
      from: addressSchema.optional(),
      /** True: the transfer is on the chain but reverted. */
      fail: z.boolean().optional(),
    }),
    (sandbox, { fail, ...sent }) =>
      sandbox.send(sent, fail ? "reverted" : "success")
  ),
  "GET /chain": route(nothing, (sandbox) => ({
    chains: CHAINS.map((code) => sandbox.chain(code).head),
    transfers: CHAINS.flatMap((code) => sandbox.chain(code).transfers),
  })),
  "POST /chain/mine": route(
    strict({ chain, blocks: z.number().optional() }),
    (sandbox, { chain, blocks }) => sandbox.chain(chain).mine(blocks)
  ),
  "POST /chain/finality": route(
    strict({ chain, depth: z.number() }),
    (sandbox, { chain, depth }) => sandbox.chain(chain).setFinality(depth)
  ),
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof ROUTES

function route<T>(
  schema: z.ZodObject & z.ZodType<T>,
  run: (sandbox: Sandbox, input: T) => unknown
): Route {
  return {
    schema,
    run: (sandbox, input) =>
      run(sandbox, parse<T>(schema, input, "The request")),
  }
}

/** @throws SandboxError 404 if it is undefined */
function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) {
    throw new SandboxError(`There is no ${what}.`, 404)
  }
  return value
}
