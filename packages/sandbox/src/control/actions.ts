import { z } from "zod"
import {
  addressSchema,
  CHAINS,
  chainSchema,
  txHashSchema,
} from "../../../../src/gateway/schemas"
import { faultSchema } from "../faults/faults"
import { ENDPOINT_NAMES } from "../http/endpoints"
import { RECORDED_APIS } from "../http/request-log"
import { parse, strict } from "../parse"
import { ratesChangeSchema } from "../rates-api"
import { rulesChangeSchema } from "../rules"
import type { Sandbox } from "../sandbox"

/** One action of the control: a route of HTTP, and a command. */
export type Action = {
  /** Its effect, for the help. */
  help: string
  schema: z.ZodObject
  /** @throws SandboxError, 422 for wrong fields */
  run(sandbox: Sandbox, input: unknown): unknown
  /** The field that a command line gives without an option. */
  operand?: string | undefined
}

/** A command line may write it as a number. */
const text = z.union([z.string().min(1), z.number().transform(String)])
/** One of the names of a payment, with `api` where both APIs use it. */
const target = {
  orderNo: text.optional(),
  token: z.string().optional(),
  orderId: z.uuid().optional(),
  transactionId: z.uuid().optional(),
  api: z.enum(["merchant", "business"]).optional(),
}
const amount = text.refine(
  (value) => /^\d+(\.\d{1,36})?$/.test(value),
  "must be a decimal string such as 10.50"
)

/** Blocks. More at once would only cost memory. */
const count = z.number().int().min(0).max(100_000)

/** The actions that change nothing, so that GET calls them too. */
const READS = {
  state: action(
    "addresses, records, rules and planned faults",
    strict({}),
    (sandbox) => ({
      urls: sandbox.urls,
      rules: sandbox.rules,
      wallet: sandbox.walletAddress,
      transactions: sandbox.transactions(),
      orders: sandbox.orders(),
      faults: sandbox.faults(),
      endpoints: sandbox
        .endpoints()
        .map(({ id, url, events = null }) => ({ id, url, events })),
    })
  ),
  credentials: action(
    "client ids and secrets",
    strict({}),
    ({ credentials }) => credentials
  ),
  requests: action(
    "requests that the APIs, JSON-RPC and the prices received",
    strict({
      api: z.enum(RECORDED_APIS).optional(),
      endpoint: z.enum(ENDPOINT_NAMES).optional(),
    }),
    (sandbox, filter) => ({ requests: sandbox.requests(filter) })
  ),
  webhooks: action(
    "webhooks, and each attempt to send them",
    strict({}),
    (sandbox) => ({ webhooks: sandbox.webhooks() })
  ),
  chains: action(
    "transfers, and the last and the final block of each network",
    strict({}),
    (sandbox) => ({
      chains: CHAINS.map((code) => sandbox.chain(code).head),
      transfers: CHAINS.flatMap((code) => sandbox.chain(code).transfers),
    })
  ),
}

/** The control of a running sandbox, by name. */
export const ACTIONS: Record<string, Action> = {
  ...READS,
  pay: action(
    "pay as the buyer",
    strict({
      ...target,
      method: z.string().optional(),
      amount: amount.optional(),
      chain: chainSchema.optional(),
      currency: z.string().optional(),
      txHash: txHashSchema.optional(),
      confirm: z.boolean().optional(),
    }),
    (sandbox, { api, orderNo, token, orderId, transactionId, ...options }) =>
      sandbox.pay({ api, orderNo, token, orderId, transactionId }, options)
  ),
  fail: action(
    "let a hosted transaction fail",
    strict(target),
    (sandbox, named) => sandbox.fail(named)
  ),
  cancel: action("cancel a payment order", strict(target), (sandbox, named) =>
    sandbox.cancel(named)
  ),
  trigger: action(
    "send an event without changing the records; overrides replace its fields, force sends one that the API does not have",
    strict({
      event: z.string().min(1),
      ...target,
      overrides: z.record(z.string(), z.unknown()).optional(),
      force: z.boolean().optional(),
    }),
    (sandbox, { event, overrides, force, ...named }) => ({
      webhooks: sandbox.trigger(event, named, overrides, { force }),
    }),
    "event"
  ),
  resend: action(
    "send a webhook again, signed with the current secret",
    strict({ id: z.string().min(1) }),
    (sandbox, { id }) => ({ webhook: sandbox.resend(id) }),
    "id"
  ),
  settle: action(
    "wait until each webhook is answered or given up",
    strict({}),
    async (sandbox) => {
      await sandbox.settled()
      return { webhooks: sandbox.webhooks() }
    }
  ),

  fault: action(
    "plan a fault of the next calls or webhooks",
    faultSchema,
    (sandbox, fault) => {
      sandbox.fault(fault)
      return { faults: sandbox.faults() }
    },
    "kind"
  ),
  "clear-faults": action("delete the planned faults", strict({}), (sandbox) => {
    sandbox.clearFaults()
    return { faults: sandbox.faults() }
  }),
  rules: action(
    "change the rules, and show them",
    rulesChangeSchema,
    (sandbox, change) => sandbox.setRules(change)
  ),
  rates: action(
    "change prices in US dollars, and show them: --eur 1.2, --usdc 0.9; --no-eur deletes one",
    ratesChangeSchema,
    (sandbox, change) => sandbox.setRates(change)
  ),
  rotate: action(
    "replace secrets: hosted, onchain or webhook",
    strict({ which: z.enum(["hosted", "onchain", "webhook"]) }),
    (sandbox, { which }) => sandbox.rotateSecret(which),
    "which"
  ),
  account: action(
    "add another business",
    strict({
      name: z.string().optional(),
      mode: z.enum(["sandbox", "live"]).optional(),
    }),
    (sandbox, account) => sandbox.addAccount(account)
  ),
  endpoint: action(
    "register an endpoint for business events, all by default",
    strict({
      url: z.url({ protocol: /^https?$/ }),
      events: z.array(z.string()).optional(),
      secret: z.string().min(1).optional(),
    }),
    (sandbox, endpoint) => sandbox.registerEndpoint(endpoint),
    "url"
  ),
  transfer: action(
    "send coins from the test wallet, or from another address; fail: it is on the chain, but reverted",
    strict({
      chain: chainSchema,
      currency: z.string().min(1),
      to: addressSchema,
      amount,
      from: addressSchema.optional(),
      fail: z.boolean().optional(),
    }),
    (sandbox, { fail, ...sent }) =>
      sandbox.send(sent, fail ? "reverted" : "success")
  ),
  mine: action(
    "add empty blocks",
    strict({ chain: chainSchema, blocks: count.min(1).optional() }),
    (sandbox, { chain, blocks }) => sandbox.chain(chain).mine(blocks)
  ),
  finality: action(
    "set how many blocks behind the last one are not final",
    strict({ chain: chainSchema, depth: count }),
    (sandbox, { chain, depth }) => sandbox.chain(chain).setFinality(depth)
  ),
  reset: action(
    "delete everything but the credentials",
    strict({}),
    async (sandbox) => {
      await sandbox.reset()
      return { reset: true }
    }
  ),
}

/** Whether an action changes nothing. */
export function isRead(name: string): boolean {
  return name in READS
}

function action<T>(
  help: string,
  schema: z.ZodObject & z.ZodType<T>,
  run: (sandbox: Sandbox, input: T) => unknown,
  operand?: string
): Action {
  return {
    help,
    schema,
    operand,
    run: (sandbox, input) =>
      run(sandbox, parse<T>(schema, input, "The request")),
  }
}
