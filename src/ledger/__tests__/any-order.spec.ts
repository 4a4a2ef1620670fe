import fc from "fast-check"
import {
  type Fact,
  type Payment,
  type PaymentStatus,
  transition,
} from "../index"
import { NOW, paidFact, payment, startedFact } from "./samples"

type End = { status: PaymentStatus; exceptions: string[] }

/** Returns the state and the exceptions after a sequence of facts. */
function endOf(start: Payment, facts: readonly Fact[]): End {
  const keys = new Set<string>()
  let now = start
  for (const fact of facts) {
    const { patch, exceptions } = transition(now, fact, NOW)
    now = { ...now, ...patch }
    for (const { key } of exceptions) {
      keys.add(key)
    }
  }
  return { status: now.status, exceptions: [...keys].sort() }
}

const ofOurs: fc.Arbitrary<Fact> = fc.constantFrom<Fact>(
  startedFact(),
  startedFact({ gateway_id: undefined }),
  { kind: "opened" },
  { kind: "opened", gateway_id: "order-1" },
  { kind: "refused", reason: "invalid" },
  { kind: "failed" },
  { kind: "failed", gateway_id: "order-1" },
  { kind: "cancelled" },
  { kind: "cancelled", gateway_id: "order-1" },
  { kind: "abandoned" },
  paidFact(),
  paidFact({ tx_hash: undefined, gateway_id: undefined }),
  paidFact({ amount: "1.00" }),
  paidFact({ amount: "12.500001" }),
  paidFact({ currency: "USDC" }),
  paidFact({ chain: "BSC" }),
  { kind: "returned", result: "success" },
  { kind: "returned", result: "cancel" },
  { kind: "unreadable", problem: "the amount is missing" }
)

/** Facts with another gateway id than the stored one, or with none. */
const ofOthers: fc.Arbitrary<Fact> = fc.constantFrom<Fact>(
  paidFact({ gateway_id: "order-2" }),
  paidFact({ gateway_id: "order-2", tx_hash: "0xother" }),
  paidFact({ gateway_id: "order-2", amount: "1.00" }),
  { kind: "cancelled", gateway_id: "order-2" },
  { kind: "failed", gateway_id: "order-3" },
  { kind: "opened", gateway_id: "order-3" },
  { kind: "unknown_at_gateway" }
)

/** Generates facts, and two sequences that contain each at least once. */
function twoSequences(
  fact: fc.Arbitrary<Fact>
): fc.Arbitrary<[Fact[], Fact[]]> {
  const sequenceOf = (facts: Fact[]) =>
    fc.array(fc.constantFrom(...facts), { maxLength: 6 }).chain((again) => {
      const all = [...facts, ...again]
      return fc.shuffledSubarray(all, { minLength: all.length })
    })
  return fc
    .array(fact, { minLength: 1, maxLength: 8 })
    .chain((facts) => fc.tuple(sequenceOf(facts), sequenceOf(facts)))
}

describe("any order and repetition of facts ends the same", () => {
  it("for the gateway's reports of a payment, with or without a known id", () => {
    fc.assert(
      fc.property(
        twoSequences(ofOurs),
        fc.constantFrom<Partial<Payment>>(
          { status: "creating", gateway_id: null },
          { status: "pending" }
        ),
        ([one, other], start) => {
          expect(endOf(payment(start), one)).toEqual(
            endOf(payment(start), other)
          )
        }
      ),
      { numRuns: 500 }
    )
  })

  it("for reports of foreign ids under our order number", () => {
    fc.assert(
      fc.property(twoSequences(fc.oneof(ofOurs, ofOthers)), ([one, other]) => {
        expect(endOf(payment(), one)).toEqual(endOf(payment(), other))
      }),
      { numRuns: 500 }
    )
  })
})

it("opens an exception for money under another id that was seen before", () => {
  const { exceptions } = endOf(payment(), [
    { kind: "cancelled", gateway_id: "order-2" },
    paidFact({ gateway_id: "order-2" }),
  ])
  expect(exceptions).toHaveLength(2)
})
