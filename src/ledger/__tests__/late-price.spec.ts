import {
  isPriceExpired,
  type LatePrice,
  type ProofStatus,
  transition,
} from "../index"
import { payment } from "./samples"

const UNTIL = new Date("2026-11-27T16:00:00Z")
const after = (ms: number) => new Date(UNTIL.getTime() + ms)

const judged = (accepted: boolean): LatePrice => ({
  shown_rate: "1.08",
  rate: "1.2",
  due: "13.90",
  accepted,
})

it.each<[string, Date | null, Date | null, LatePrice | null, boolean]>([
  ["without a price", null, after(1), null, false],
  ["that is not paid", UNTIL, null, null, false],
  ["paid in its time", UNTIL, UNTIL, null, false],
  ["paid later, and not compared yet", UNTIL, after(1), null, true],
  ["paid later, and worth less", UNTIL, after(1), judged(false), true],
  ["paid later, and accepted", UNTIL, after(1), judged(true), false],
])(
  "the price of a payment %s",
  (_, locked_until, paid_at, late_price, expired) => {
    expect(isPriceExpired({ locked_until, paid_at, late_price })).toBe(expired)
  }
)

const noRate = { ...judged(false), rate: null, due: null }

it.each<[string, LatePrice | null, LatePrice, boolean]>([
  ["once", null, judged(true), true],
  ["once: a later rate changes nothing", judged(false), judged(true), false],
  ["again if no source had its price", noRate, judged(true), true],
  ["without news while none has it", noRate, noRate, false],
])("late money is compared %s", (_, late_price, now, changes) => {
  const fact = { kind: "priced", late_price: now } as const
  const { patch } = transition(payment({ late_price }), fact, UNTIL)
  expect(patch).toEqual(changes ? { late_price: now } : {})
})

it.each<[string, Date, ProofStatus, boolean]>([
  ["in its time", UNTIL, "proven", true],
  ["later", after(1), "proven", false],
  ["elsewhere", UNTIL, "contradicted", false],
])(
  "late money that its chain shows %s, read after it was compared",
  (_, block_time, status, accepted) => {
    const known = payment({
      ...{ rail: "onchain", status: "paid", tx_hash: "0xa1" },
      ...{ locked_until: UNTIL, late_price: judged(false) },
    })
    const proof = {
      ...{ tx_hash: "0xa1", reason: null, sender: null, log_index: 0 },
      ...{ block_number: 1, block_hash: "0xb1", is_final: true },
      ...{ block_time: block_time.toISOString(), found_instead: null },
    }
    const { patch } = transition(known, { kind: "proof", status, proof }, UNTIL)
    expect(patch.late_price?.accepted ?? false).toBe(accepted)
  }
)
