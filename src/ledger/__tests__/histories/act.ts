import type { GatewayReport } from "../../../gateway"
import { fromMinorUnits, isMoreThan } from "../../index"
import type { Act, Event, Forgery } from "./event"
import { type GatewayEntry, reportOf } from "./gateway"
import { Crash, logged } from "./interruption"
import { heldBy } from "./medusa"
import { resolve } from "./merchant"
import { settle } from "./settle"
import type { World } from "./world"

/** Medusa's own acts that wait for the cart's lock. */
const WAITS: readonly Act["do"][] = ["change_cart", "complete"]

/** Runs an event with its interruption. */
export function runEvent(world: World, { act, interruption }: Event): void {
  if (interruption) {
    const { after, by } = interruption
    if (by === "crash") {
      world.interruptions.plan(
        after,
        () => {
          throw new Crash()
        },
        false
      )
    } else {
      const waits = WAITS.includes(by.do)
      world.interruptions.plan(after, () => attempt(world, by), waits)
    }
  }
  try {
    attempt(world, act)
    world.runSubscribers()
  } catch (error) {
    if (!(error instanceof Crash)) {
      throw error
    }
    world.dropSubscriberCalls()
    world.missedEdit ||= act.do === "edit_order"
  } finally {
    world.interruptions.clear()
  }
}

/** Ignores acts that are refused or impossible. */
function attempt(world: World, act: Act): void {
  logged(() => perform(world, act))
  world.provider.answer = "ok"
}

function perform<K extends Act["do"]>(
  world: World,
  act: Extract<Act, { do: K }>
): void {
  const run = ACTS[act.do as K]
  run(act, world)
}

const ACTS: {
  [K in Act["do"]]: (act: Extract<Act, { do: K }>, world: World) => void
} = {
  start({ rail, answer, keepsOthers, older }, { provider, medusa }) {
    const collection = older ? medusa.first : medusa.newest
    provider.answer = answer
    if (keepsOthers) {
      medusa.createSession(rail, collection)
    } else {
      medusa.startSession(rail, collection)
    }
  },
  switch_method: (_, { medusa }) => medusa.startSession(null, medusa.newest),
  change_cart: ({ to }, { medusa }) => medusa.changeAmount(to),
  complete({ first }, { medusa }) {
    if (medusa.hasCart) {
      medusa.complete((any) => nth(any, first)!)
    }
  },
  break_completion: (_, { medusa }) => void (medusa.breaksCompletion = true),
  edit_order: ({ to }, { medusa }) => medusa.editOrder(to),
  pay: entryOf<{ arrives?: boolean }>((entry, { arrives }, world) => {
    const { webhooks } = world.gateway
    const sent = webhooks.length
    world.gateway.pay(entry)
    if (arrives) {
      webhooks.slice(sent).forEach((webhook) => world.receive(webhook))
    }
  }),
  pay_reused: entryOf((entry, _, { gateway }) => gateway.payReused(entry)),
  pay_otherwise: entryOf((entry, _, { gateway }) =>
    gateway.pay(entry, gateway.sentFor(entry)?.tx_hash ?? undefined)
  ),
  pay_unsent: entryOf((entry, { of }, { gateway }) =>
    gateway.pay(entry, `0xunsent-${of}`)
  ),
  fail: entryOf((entry, _, { gateway }) => gateway.fail(entry)),
  cancel: entryOf((entry, _, { gateway }) => gateway.cancel(entry)),
  send: entryOf<{ amount: string }>(({ rail, address }, { amount }, world) => {
    if (rail === "onchain") {
      world.chain.send(address, world.priceOf(amount))
    }
  }),
  reorganize({ replaces }, { chain, gateway }) {
    const change = chain.reorganize(replaces)
    if (change) {
      gateway.replace(...change)
    }
  },
  read_chain: (_, { chain }) => chain.read(),
  go_live: (_, world) => void (world.mode = "live"),
  deliver: ({ which }, world) =>
    withNth(world.gateway.webhooks, which, (each) => world.receive(each)),
  forge: entryOf<{ how: Forgery }>((entry, { how }, world) =>
    forge(world, entry, how)
  ),
  return: ({ of, result }, world) =>
    withNth(world.ledger.rows, of, ({ id }) => world.returned(id, result)),
  cancel_order: (_, { medusa }) => medusa.cancelOrder(),
  cancel_payment: ({ of }, { medusa }) =>
    withNth(medusa.payments, of, (each) => medusa.cancelPayment(each)),
  capture: ({ of }, { medusa }) =>
    withNth(medusa.payments, of, (each) => medusa.capture(each)),
  refund({ of, part }, { medusa }) {
    withNth(medusa.payments, of, (payment) => {
      const rest = fromMinorUnits(heldBy(payment))
      const amount = part && isMoreThan(rest, "5.00") ? "5.00" : rest
      if (medusa.order?.canceled === false) {
        medusa.refund(payment, amount, true)
      }
    })
  },
  resolve: ({ of, how }, world) =>
    withNth(world.ledger.exceptions.open, of, (each) =>
      resolve(world, each, how)
    ),
  mark_sent: ({ of }, { ledger }) =>
    withNth(ledger.refunds, of, (refund) => ledger.markSent(refund)),
  settle: ({ of }, world) =>
    withNth(world.ledger.rows, of, ({ id }) => settle(world, id)),
  job: (_, world) => world.job(),
  wait: ({ minutes }, world) => world.wait(minutes),
  move_rate: ({ to }, world) => void (world.rate &&= to),
  outage: ({ calls }, { gateway }) => void (gateway.failingCalls = calls),
}

/** Runs an act on the order at the gateway that it names. */
function entryOf<T = object>(
  run: (entry: GatewayEntry, act: { of: number } & T, world: World) => void
) {
  return (act: { of: number } & T, world: World) =>
    withNth(world.gateway.entries, act.of, (entry) => run(entry, act, world))
}

function nth<T>(all: readonly T[], n: number): T | undefined {
  return all[n % all.length]
}

function withNth<T>(all: readonly T[], n: number, run: (one: T) => void): void {
  const one = nth(all, n)
  if (one !== undefined) {
    run(one)
  }
}

/**
 * Sends a paid webhook under our order number that does not match the payment.
 * It names another id, or another transfer, only if ours is stored.
 */
function forge(world: World, entry: GatewayEntry, how: Forgery): void {
  const row = world.ledger.find(entry.payment_id)
  const isApplicable =
    how === "gateway_id"
      ? row.gateway_id !== null
      : how === "second_transfer"
        ? row.tx_hash !== null
        : how !== "chain" || entry.rail === "onchain"
  if (isApplicable) {
    const tx_hash =
      entry.tx_hash ??
      world.gateway.sentFor(entry)?.tx_hash ??
      `0x${how}-${entry.gateway_id}`
    const report = forged({ ...entry, tx_hash }, how)
    world.receive({ payment_id: row.id, report })
  }
}

function forged(entry: GatewayEntry, how: Forgery): GatewayReport {
  const { paid, ...genuine } = reportOf({ ...entry, status: "paid" }, "end")
  const wrong = (changes: Partial<NonNullable<typeof paid>>) => ({
    ...genuine,
    paid: {
      amount: entry.amount,
      currency: entry.currency,
      ...paid,
      ...changes,
    },
  })
  switch (how) {
    case "amount":
      return wrong({ amount: "0.01" })
    case "coin":
      return wrong({ currency: "USDC" })
    case "chain":
      return wrong({ chain: "BSC" })
    case "gateway_id":
      return { ...wrong({}), gateway_id: "foreign-id" }
    case "second_transfer":
      return wrong({ tx_hash: "0xsecond" })
    case "unreadable":
      return { ...genuine, malformed: "The amount is missing." }
  }
}
