import { z } from "zod"
import {
  addressSchema,
  CHAINS,
  chainSchema,
  txHashSchema,
} from "../../../../src/gateway/schemas"
import { faultSchema } from "../faults/faults"
import type { EndpointName } from "../http/endpoints"
import { parse, strict } from "../parse"
import { rulesChangeSchema } from "../rules"
import type { Sandbox } from "../sandbox"

/** One action of the control: a route of HTTP, and a command. */
export type Action = {
  /** Its effect, for the help. */
  help: string
  schema: z.ZodObject
  /** The field that a command line gives without an option. */
  operand?: string
  /** True: it changes nothing, so that GET calls it too. */
  reads?: boolean
  /** @throws SandboxError, 422 for wrong fields */
  run(sandbox: Sandbox, input: unknown): unknown
}

const api = z.enum(["merchant", "business"]).optional()
/** A command line may write it as a number. */
const text = z.union([z.string().min(1), z.number().transform(String)])
const amount = text.refine(
  (value) => /^\d+(\.\d{1,36})?$/.test(value),
  "must be a decimal string such as 10.50"
)
/** One of the names of a payment, with `api` where both APIs use it. */
const target = {
  orderNo: text.optional(),
  token: z.string().optional(),
  orderId: z.uuid().optional(),
  transactionId: z.uuid().optional(),
  api,
}

/** The control of a running sandbox, by name. */
export const ACTIONS: Record<string, Action> = {
  state: action({
    help: "addresses, records, rules and planned faults",
    reads: true,
    schema: strict({}),
    run: (sandbox) => ({
      urls: sandbox.urls,
      rules: sandbox.rules,
      wallet: sandbox.walletAddress,
      transactions: sandbox.transactions(),
      orders: sandbox.orders(),
      faults: sandbox.faults(),
      endpoints: sandbox
        .endpoints()
        .map(({ id, url, events = null }) => ({ id, url, events })),
    }),
  }),
  credentials: action({
    help: "client ids and secrets",
    reads: true,
    schema: strict({}),
    run: (sandbox) => sandbox.credentials,
  }),
  requests: action({
    help: "requests that the APIs and JSON-RPC received",
    reads: true,
    schema: strict({
      api: z.enum(["merchant", "business", "rpc"]).optional(),
      endpoint: z.string().optional(),
      method: z.string().optional(),
      path: z.string().optional(),
    }),
    run: (sandbox, { endpoint, ...filter }) => ({
      requests: sandbox.requests({
        ...filter,
        // An unknown endpoint name matches no requests.
        ...(endpoint && { endpoint: endpoint as EndpointName }),
      }),
    }),
  }),
  webhooks: action({
    help: "webhooks, and each attempt to send them",
    reads: true,
    schema: strict({}),
    run: (sandbox) => ({ webhooks: sandbox.webhooks() }),
  }),
  chains: action({
    help: "transfers, and the last and the final block of each network",
    reads: true,
    schema: strict({}),
    run: (sandbox) => ({
      chains: CHAINS.map((code) => sandbox.chain(code).head),
      transfers: CHAINS.flatMap((code) => sandbox.chain(code).transfers),
    }),
  }),

  pay: action({
    help: "pay as the buyer",
    schema: strict({
      ...target,
      method: z.string().optional(),
      amount: amount.optional(),
      chain: chainSchema.optional(),
      currency: z.string().optional(),
      txHash: txHashSchema.optional(),
      confirm: z.boolean().optional(),
    }),
    run: (
      sandbox,
      { method, amount, chain, currency, txHash, confirm, ...named }
    ) =>
      sandbox.pay(named, { method, amount, chain, currency, txHash, confirm }),
  }),
  fail: action({
    help: "let a hosted transaction fail",
    schema: strict(target),
    run: (sandbox, named) => sandbox.fail(named),
  }),
  cancel: action({
    help: "cancel a payment order",
    schema: strict(target),
    run: (sandbox, named) => sandbox.cancel(named),
  }),
  trigger: action({
    help: "send an event without changing the records; overrides replace its fields, force sends one that the API does not have",
    operand: "event",
    schema: strict({
      event: z.string().min(1),
      ...target,
      overrides: z.record(z.string(), z.unknown()).optional(),
      force: z.boolean().optional(),
    }),
    run: (sandbox, { event, overrides, force, ...named }) => ({
      webhooks: sandbox.trigger(event, named, overrides, { force }),
    }),
  }),
  resend: action({
    help: "send a webhook again, signed with the current secret",
    operand: "id",
    schema: strict({ id: z.string().min(1) }),
    run: (sandbox, { id }) => ({ webhook: sandbox.resend(id) }),
  }),
  settle: action({
    help: "wait until each webhook is answered or given up",
    schema: strict({}),
    run: async (sandbox) => {
      await sandbox.settled()
      return { webhooks: sandbox.webhooks() }
    },
  }),

  fault: action({
    help: "plan a fault of the next calls or webhooks",
    operand: "kind",
    schema: faultSchema,
    run: (sandbox, fault) => {
      sandbox.fault(fault)
      return { faults: sandbox.faults() }
    },
  }),
  "clear-faults": action({
    help: "delete the planned faults",
    schema: strict({}),
    run: (sandbox) => {
      sandbox.clearFaults()
      return { faults: sandbox.faults() }
    },
  }),

  rules: action({
    help: "change the rules, and show them",
    schema: rulesChangeSchema,
    run: (sandbox, change) => sandbox.setRules(change),
  }),
  rotate: action({
    help: "replace secrets: hosted, onchain or webhook",
    operand: "which",
    schema: strict({ which: z.enum(["hosted", "onchain", "webhook"]) }),
    run: (sandbox, { which }) => sandbox.rotateSecret(which),
  }),
  account: action({
    help: "add another business",
    schema: strict({
      name: z.string().optional(),
      mode: z.enum(["sandbox", "live"]).optional(),
    }),
    run: (sandbox, account) => sandbox.addAccount(account),
  }),
  endpoint: action({
    help: "register an endpoint for business events, all by default",
    operand: "url",
    schema: strict({
      url: z.url({ protocol: /^https?$/ }),
      events: z.array(z.string()).optional(),
      secret: z.string().min(1).optional(),
    }),
    run: (sandbox, endpoint) => sandbox.registerEndpoint(endpoint),
  }),
  tokens: action({
    help: "set the lifetime of new access tokens in seconds, or expire all",
    schema: strict({
      lifetime: z.number().positive().optional(),
      expire: z.boolean().optional(),
    }),
    run: (sandbox, { lifetime, expire }) => {
      if (lifetime !== undefined) {
        sandbox.setTokenLifetime(lifetime)
      }
      if (expire) {
        sandbox.expireTokens()
      }
      return { lifetime, expire }
    },
  }),
  "buyer-token": action({
    help: "a token for the endpoints of a buyer's app",
    schema: strict({}),
    run: (sandbox) => ({ access_token: sandbox.buyerToken() }),
  }),

  transfer: action({
    help: "send coins from the test wallet, or from another address; fail: it is on the chain, but reverted",
    schema: strict({
      chain: chainSchema,
      currency: z.string().min(1),
      to: addressSchema,
      amount,
      from: addressSchema.optional(),
      fail: z.boolean().optional(),
    }),
    run: (sandbox, { fail, ...sent }) =>
      sandbox.send(sent, fail ? "reverted" : "success"),
  }),
  mine: action({
    help: "add empty blocks",
    schema: strict({ chain: chainSchema, blocks: z.number().optional() }),
    run: (sandbox, { chain, blocks }) => sandbox.chain(chain).mine(blocks),
  }),
  finality: action({
    help: "set how many blocks behind the last one are not final",
    schema: strict({ chain: chainSchema, depth: z.number() }),
    run: (sandbox, { chain, depth }) => sandbox.chain(chain).setFinality(depth),
  }),
  reset: action({
    help: "delete everything but the credentials",
    schema: strict({}),
    run: async (sandbox) => {
      await sandbox.reset()
      return { reset: true }
    },
  }),
}

function action<T>(
  given: Omit<Action, "schema" | "run"> & {
    schema: z.ZodObject & z.ZodType<T>
    run(sandbox: Sandbox, input: T): unknown
  }
): Action {
  const { schema, run } = given
  return {
    ...given,
    run: (sandbox, input) =>
      run(sandbox, parse<T>(schema, input, "The request")),
  }
}
