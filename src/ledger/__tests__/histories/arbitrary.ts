import fc from "fast-check"
import {
  CAPTURE_MODES,
  CHECKOUT_FLOWS,
  PROOF_MODES,
  RAILS,
  RETURN_RESULTS,
} from "../../index"
import {
  type Act,
  type CreationAnswer,
  Event,
  FORGERIES,
  type Interruption,
} from "./event"
import { CHOICES } from "./merchant"
import { AMOUNTS, RATES, type Setting } from "./setting"

/** One of these, as often as its weight says. */
const oneOf = <T>(...all: [weight: number, arbitrary: fc.Arbitrary<T>][]) =>
  fc.oneof(...all.map(([weight, arbitrary]) => ({ weight, arbitrary })))

export const settings: fc.Arbitrary<Setting> = fc.record({
  checkout_flow: fc.constantFrom(...CHECKOUT_FLOWS),
  capture: fc.constantFrom(...CAPTURE_MODES),
  hasCart: oneOf([4, fc.constant(true)], [1, fc.constant(false)]),
  proof: fc.constantFrom(...PROOF_MODES),
  isShared: fc.boolean(),
  rate: fc.option(fc.constantFrom(...RATES)),
})

const of = fc.nat({ max: 2 })
const after = fc.nat({ max: 12 })
/** Both amounts of a cart, one too little and one too much for either, and dust. */
const SENT = [...AMOUNTS, "11.00", "30.00", "0.50"]
/** An act whose fields are arbitrary. */
export const act = <T extends Act["do"]>(
  name: T,
  fields: {
    [K in Exclude<keyof Extract<Act, { do: T }>, "do">]: fc.Arbitrary<
      Extract<Act, { do: T }>[K]
    >
  }
) =>
  fc.record({ do: fc.constant(name), ...fields }) as unknown as fc.Arbitrary<
    Extract<Act, { do: T }>
  >

const FAILED = ["refused", "lost", "unreachable"] as const

export const start = act("start", {
  rail: fc.constantFrom(...RAILS),
  answer: oneOf<CreationAnswer>(
    [8, fc.constant("ok")],
    [1, fc.constantFrom(...FAILED)]
  ),
  keepsOthers: fc.boolean(),
  older: fc.boolean(),
})

const pay = act("pay", { of, arrives: fc.constant(false) })

/** First start of a history, without which nothing else has an effect. */
export const firstStart: fc.Arbitrary<Event> = start.map(
  (first) => new Event({ ...first, answer: "ok", keepsOthers: false })
)

/** Acts of the merchant about money that has arrived. */
const ofMerchant = oneOf<Act>(
  [2, act("cancel_order", {})],
  [2, act("capture", { of })],
  [3, act("refund", { of, part: fc.boolean() })],
  [8, act("resolve", { of, how: fc.constantFrom(...CHOICES) })],
  [1, act("mark_sent", { of })]
)

/** Acts of buyer, merchant and gateway. */
const ofOthers = oneOf<Act>(
  [4, start],
  [1, act("switch_method", {})],
  [3, act("change_cart", { to: fc.constantFrom(...AMOUNTS) })],
  [4, act("complete", { first: of })],
  [2, act("break_completion", {})],
  [12, pay],
  [4, act("send", { of, amount: fc.constantFrom(...SENT) })],
  [2, act("pay_otherwise", { of })],
  [1, act("pay_unsent", { of })],
  [2, act("reorganize", { replaces: fc.boolean() })],
  [2, act("pay_reused", { of })],
  [4, act("edit_order", { to: fc.constantFrom(...AMOUNTS) })],
  [1, act("go_live", {})],
  [2, act("fail", { of })],
  [2, act("cancel", { of })],
  [1, act("cancel_payment", { of })],
  [16, ofMerchant]
)

/** Acts that run our own code, at any time and any number of times. */
export const ownActs = oneOf<Act>(
  [8, act("deliver", { which: fc.nat({ max: 9 }) })],
  [2, act("job", {})],
  [2, act("read_chain", {})],
  [2, act("settle", { of })]
)

const anyAct = oneOf<Act>(
  [10, ofOthers],
  [2, act("pay", { of, arrives: fc.constant(true) })],
  [8, ownActs],
  [1, act("forge", { of, how: fc.constantFrom(...FORGERIES) })],
  [1, act("return", { of, result: fc.constantFrom(...RETURN_RESULTS) })],
  [2, act("wait", { minutes: fc.constantFrom(1, 3, 20, 31) })],
  [2, act("move_rate", { to: fc.constantFrom(...RATES, "1.09") })],
  [1, act("outage", { calls: fc.integer({ min: 1, max: 3 }) })]
)

const crash: fc.Arbitrary<Interruption> = fc.record({
  after,
  by: fc.constant("crash" as const),
})
/** Concurrent acts, also of processes without a lock: Redis locks expire. */
const meanwhile: fc.Arbitrary<Interruption> = fc.record({
  after,
  by: oneOf<Act>([4, ofOthers], [1, act("settle", { of })]),
})

const interruptible = (
  acts: fc.Arbitrary<Act>,
  interruptions: fc.Arbitrary<Interruption>
): fc.Arbitrary<Event> =>
  fc
    .tuple(
      acts,
      // Cross-shrinks, so that a failure shrinks to a history without
      // interruptions.
      fc.oneof(
        { withCrossShrink: true },
        { weight: 2, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: interruptions }
      )
    )
    .map(([each, interruption]) => new Event(each, interruption))

const anyInterruption = fc.oneof(crash, meanwhile)
const anyEvent = interruptible(anyAct, anyInterruption)

/** The buyer pays, and its webhook arrives. */
const paid = (of: number) => new Event({ do: "pay", of, arrives: true })

/** An order becomes larger, and its buyer pays the rest. */
const withRest: fc.Arbitrary<Event[]> = start.map((next) => [
  new Event({ do: "edit_order", to: AMOUNTS[1] }),
  new Event({ ...next, answer: "ok", older: false }),
  paid(1),
])

/**
 * Generates a cart's history: a first payment, then any events, and at last the
 * merchant's decisions.
 */
export const histories: fc.Arbitrary<Event[]> = fc
  .tuple(
    firstStart,
    fc.constantFrom([], [paid(0)]),
    fc.array(oneOf([15, anyEvent.map((event) => [event])], [1, withRest]), {
      maxLength: 14,
      size: "max",
    }),
    fc.array(interruptible(ofMerchant, anyInterruption), { maxLength: 5 })
  )
  .map(([first, ...others]) => [first, ...others.flat(2)])

/**
 * Generates forged reports that are received in every history: they are signed,
 * and reconciliation does not repeat them.
 */
export const forgeries: fc.Arbitrary<Event[]> = fc.array(
  act("forge", {
    of,
    how: fc.constantFrom("amount", "coin", "chain", "unreadable"),
  }).map((each) => new Event(each)),
  { maxLength: 2 }
)

/** Generates webhooks in any order, repeated or lost, with jobs and crashes. */
export const schedules: fc.Arbitrary<Event[]> = fc.array(
  interruptible(ownActs, crash),
  { maxLength: 8, size: "max" }
)
