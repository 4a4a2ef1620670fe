import fc from "fast-check"
import { WEBHOOK_FAULTS } from "../../../packages/sandbox/src/faults/faults"
import { RAILS } from "../../../src/ledger"
import {
  type Act,
  sentence,
} from "../../../src/ledger/__tests__/histories/event"

/**
 * The model's acts that a buyer, a merchant and a gateway can do to a real
 * store, and faults of a webhook.
 */
export type RealAct =
  | Exclude<Act, { do: "switch_method" }>
  | { do: "webhooks"; fault: (typeof WEBHOOK_FAULTS)[number] }

/** One event of a real history, as a failure prints it. */
export class RealEvent {
  constructor(readonly act: RealAct) {}

  toString(): string {
    return `\n  ${sentence(this.act)}`
  }
}

const of = fc.nat({ max: 2 })
const rail = fc.constantFrom(...RAILS)

const start: fc.Arbitrary<RealAct> = fc.record({
  do: fc.constant("start" as const),
  rail,
  answer: fc.constantFrom(
    ...([
      "ok",
      "ok",
      "ok",
      "ok",
      "ok",
      "refused",
      "lost",
      "unreachable",
    ] as const)
  ),
  keepsOthers: fc.boolean(),
})

const webhooks: fc.Arbitrary<RealAct> = fc.record({
  do: fc.constant("webhooks" as const),
  fault: fc.constantFrom(...WEBHOOK_FAULTS),
})

const pay: fc.Arbitrary<RealAct> = fc.record({
  do: fc.constant("pay" as const),
  of,
})

const others: fc.Arbitrary<RealAct> = fc.oneof(
  start,
  fc.record({
    do: fc.constant("change_cart" as const),
    to: fc.constantFrom("12.50", "25.00"),
  }),
  fc.record({ do: fc.constant("complete" as const), first: fc.constant(0) }),
  fc.record({
    do: fc.constantFrom(
      "fail" as const,
      "cancel" as const,
      "capture" as const,
      "cancel_payment" as const,
      "settle" as const
    ),
    of,
  }),
  fc.record({ do: fc.constant("cancel_order" as const) }),
  fc.record({ do: fc.constant("deliver" as const), which: fc.nat({ max: 6 }) }),
  fc.record({
    do: fc.constant("forge" as const),
    of,
    how: fc.constantFrom("amount" as const, "coin" as const, "chain" as const),
  }),
  fc.record({
    do: fc.constant("return" as const),
    of,
    result: fc.constantFrom("success" as const, "cancel" as const),
  }),
  fc.record({ do: fc.constant("job" as const) }),
  fc.record({ do: fc.constant("wait" as const), minutes: fc.constant(31) }),
  fc.record({ do: fc.constant("outage" as const), calls: fc.constant(1) })
)

/**
 * A cart's history: a first payment and random acts around it, usually with
 * money in between.
 */
export const realHistories: fc.Arbitrary<RealEvent[]> = fc
  .tuple(
    rail,
    fc.array(
      fc.oneof(
        { weight: 3, arbitrary: others },
        { weight: 1, arbitrary: webhooks },
        { weight: 1, arbitrary: pay }
      ),
      { maxLength: 6, size: "max" }
    )
  )
  .map(([first, acts]) =>
    [
      {
        do: "start" as const,
        rail: first,
        answer: "ok" as const,
        keepsOthers: false,
      },
      ...acts,
    ].map((act) => new RealEvent(act))
  )
