import fc from "fast-check"
import { WEBHOOK_FAULTS } from "../../../packages/sandbox/src/faults/faults"
import { act, start } from "../../../src/ledger/__tests__/histories/arbitrary"
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

const webhooks: fc.Arbitrary<RealAct> = fc.record({
  do: fc.constant("webhooks" as const),
  fault: fc.constantFrom(...WEBHOOK_FAULTS),
})

const others: fc.Arbitrary<RealAct> = fc.oneof(
  start,
  act("change_cart", { to: fc.constantFrom("12.50", "25.00") }),
  act("complete", { first: fc.constant(0) }),
  fc.oneof(
    act("fail", { of }),
    act("cancel", { of }),
    act("capture", { of }),
    act("cancel_payment", { of }),
    act("settle", { of })
  ),
  act("cancel_order", {}),
  act("deliver", { which: fc.nat({ max: 6 }) }),
  act("forge", { of, how: fc.constantFrom("amount", "coin", "chain") }),
  act("return", { of, result: fc.constantFrom("success", "cancel") }),
  act("job", {}),
  act("wait", { minutes: fc.constant(31) }),
  act("outage", { calls: fc.constant(1) })
)

/**
 * A cart's history: a first payment and random acts around it, usually with
 * money in between.
 */
export const realHistories: fc.Arbitrary<RealEvent[]> = fc
  .tuple(
    start,
    fc.array(
      fc.oneof(
        { weight: 3, arbitrary: others },
        { weight: 1, arbitrary: webhooks },
        {
          weight: 1,
          arbitrary: act("pay", { of, arrives: fc.constant(false) }),
        }
      ),
      { maxLength: 6, size: "max" }
    )
  )
  .map(([first, acts]) =>
    [{ ...first, answer: "ok" as const, keepsOthers: false }, ...acts].map(
      (each) => new RealEvent(each)
    )
  )
