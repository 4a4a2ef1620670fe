import fc from "fast-check"
import { CAPTURE_MODES, CHECKOUT_FLOWS, PROOF_MODES, RAILS } from "../../index"
import { type Act, Event, FORGERIES, type Interruption } from "./event"
import { CHOICES } from "./merchant"
import { AMOUNTS, RATES, type Setting } from "./setting"

export const settings: fc.Arbitrary<Setting> = fc.record({
  checkout_flow: fc.constantFrom(...CHECKOUT_FLOWS),
  capture: fc.constantFrom(...CAPTURE_MODES),
  hasCart: fc.oneof(
    { weight: 4, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) }
  ),
  proof: fc.constantFrom(...PROOF_MODES),
  isShared: fc.boolean(),
  rate: fc.option(fc.constantFrom(...RATES)),
})

const of = fc.nat({ max: 2 })
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

export const start = act("start", {
  rail: fc.constantFrom(...RAILS),
  answer: fc.oneof(
    { weight: 8, arbitrary: fc.constant("ok" as const) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "refused" as const,
        "lost" as const,
        "unreachable" as const
      ),
    }
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
const ofMerchant: fc.Arbitrary<Act> = fc.oneof(
  { weight: 2, arbitrary: act("cancel_order", {}) },
  { weight: 2, arbitrary: act("capture", { of }) },
  { weight: 3, arbitrary: act("refund", { of, part: fc.boolean() }) },
  {
    weight: 8,
    arbitrary: act("resolve", { of, how: fc.constantFrom(...CHOICES) }),
  },
  { weight: 1, arbitrary: act("mark_sent", { of }) }
)

/** Acts of buyer, merchant and gateway. */
const ofOthers: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: start },
  { weight: 1, arbitrary: act("switch_method", {}) },
  {
    weight: 3,
    arbitrary: act("change_cart", { to: fc.constantFrom(...AMOUNTS) }),
  },
  { weight: 4, arbitrary: act("complete", { first: of }) },
  { weight: 2, arbitrary: act("break_completion", {}) },
  { weight: 12, arbitrary: pay },
  {
    weight: 4,
    arbitrary: act("send", { of, amount: fc.constantFrom(...SENT) }),
  },
  { weight: 2, arbitrary: act("pay_otherwise", { of }) },
  { weight: 1, arbitrary: act("pay_unsent", { of }) },
  { weight: 2, arbitrary: act("reorganize", { replaces: fc.boolean() }) },
  { weight: 2, arbitrary: act("pay_reused", { of }) },
  {
    weight: 4,
    arbitrary: act("edit_order", { to: fc.constantFrom(...AMOUNTS) }),
  },
  { weight: 1, arbitrary: act("go_live", {}) },
  { weight: 2, arbitrary: act("fail", { of }) },
  { weight: 2, arbitrary: act("cancel", { of }) },
  { weight: 1, arbitrary: act("cancel_payment", { of }) },
  { weight: 16, arbitrary: ofMerchant }
)

const forge = act("forge", { of, how: fc.constantFrom(...FORGERIES) })

/** Acts that run our own code, at any time and any number of times. */
export const ownActs: fc.Arbitrary<Act> = fc.oneof(
  { weight: 8, arbitrary: act("deliver", { which: fc.nat({ max: 9 }) }) },
  { weight: 2, arbitrary: act("job", {}) },
  { weight: 2, arbitrary: act("read_chain", {}) },
  { weight: 2, arbitrary: act("settle", { of }) }
)

const anyAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 10, arbitrary: ofOthers },
  { weight: 2, arbitrary: act("pay", { of, arrives: fc.constant(true) }) },
  { weight: 8, arbitrary: ownActs },
  { weight: 1, arbitrary: forge },
  {
    weight: 1,
    arbitrary: act("return", {
      of,
      result: fc.constantFrom("success" as const, "cancel" as const),
    }),
  },
  {
    weight: 2,
    arbitrary: act("wait", { minutes: fc.constantFrom(1, 3, 20, 31) }),
  },
  {
    weight: 2,
    arbitrary: act("move_rate", { to: fc.constantFrom(...RATES, "1.09") }),
  },
  {
    weight: 1,
    arbitrary: act("outage", { calls: fc.integer({ min: 1, max: 3 }) }),
  }
)

const crash: fc.Arbitrary<Interruption> = fc.record({
  after: fc.nat({ max: 12 }),
  by: fc.constant("crash" as const),
})
/** Concurrent acts, also of processes without a lock: Redis locks expire. */
const meanwhile: fc.Arbitrary<Interruption> = fc.record({
  after: fc.nat({ max: 12 }),
  by: fc.oneof(
    { weight: 4, arbitrary: ofOthers },
    { weight: 1, arbitrary: act("settle", { of }) }
  ),
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
    fc.array(
      fc.oneof(
        { weight: 15, arbitrary: anyEvent.map((event) => [event]) },
        { weight: 1, arbitrary: withRest }
      ),
      { maxLength: 14, size: "max" }
    ),
    fc.array(interruptible(ofMerchant, anyInterruption), { maxLength: 5 })
  )
  .map(([first, ...others]) => [first, ...others.flat(2)])

/**
 * Generates forged reports that are received in every history: they are signed,
 * and reconciliation does not repeat them.
 */
export const forgeries: fc.Arbitrary<Event[]> = fc.array(
  fc
    .record({
      do: fc.constant("forge" as const),
      of,
      how: fc.constantFrom(
        "amount" as const,
        "coin" as const,
        "chain" as const,
        "unreadable" as const
      ),
    })
    .map((each) => new Event(each)),
  { maxLength: 2 }
)

/** Generates webhooks in any order, repeated or lost, with jobs and crashes. */
export const schedules: fc.Arbitrary<Event[]> = fc.array(
  interruptible(ownActs, crash),
  { maxLength: 8, size: "max" }
)
