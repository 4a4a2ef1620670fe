import fc from "fast-check"
import {
  balanceOf,
  isSameAmount,
  matchReport,
  type Report,
  type ReportedDeposit,
  sumOf,
} from "../index"
import { deposit, NOW, payment } from "./samples"

const report = (changes: Partial<Report> = {}): Report => ({
  amount: "12.50",
  currency: "USDT",
  chain: "POLYGON",
  tx_hash: "0xhash",
  gateway_reference: "order-1",
  mode: "test",
  ...changes,
})

const row = (changes: Partial<ReportedDeposit> = {}): ReportedDeposit => ({
  ...deposit(),
  is_disproven: false,
  ...changes,
})

/** A transfer that only its chain has shown. */
const seen = (changes: Partial<ReportedDeposit> = {}) =>
  row({
    id: "stdep_seen",
    payment_id: null,
    mode: null,
    gateway_reference: null,
    log_index: 3,
    confirmed_at: null,
    seen_at: NOW,
    ...changes,
  })

const hashless = (changes: Partial<ReportedDeposit> = {}) =>
  row({ id: "stdep_hashless", tx_hash: null, ...changes })

const ofOther = (changes: Partial<ReportedDeposit> = {}) =>
  row({ id: "stdep_other", payment_id: "stpay_2", ...changes })

describe("a report of the gateway is about", () => {
  it.each<[string, Partial<Report>, ReportedDeposit[], unknown]>([
    ["a new deposit", {}, [], { is: "new" }],
    ["one that was reported before", {}, [row()], { id: "stdep_1" }],
    [
      "one whose amount is written otherwise",
      { amount: "12.5" },
      [row()],
      { id: "stdep_1" },
    ],
    ["one that its chain has shown", {}, [seen()], { id: "stdep_seen" }],
    [
      "one that the merchant assigned to the payment",
      {},
      [seen({ payment_id: "stpay_1" })],
      { id: "stdep_seen" },
    ],
    [
      "one that was reported without a hash",
      {},
      [hashless()],
      { id: "stdep_hashless" },
    ],
    [
      "one that was reported with a hash",
      { tx_hash: null },
      [row()],
      { id: "stdep_1" },
    ],
    [
      "one of which the merchant has found a part",
      {},
      [hashless({ amount: "12.00", confirmed_at: null })],
      { id: "stdep_hashless" },
    ],
    [
      "a new one that is less than the merchant has found",
      { amount: "5.00" },
      [hashless({ confirmed_at: null })],
      { is: "new" },
    ],
    [
      "two rows of one transfer",
      {},
      [hashless(), seen()],
      { id: "stdep_hashless", absorbs: "stdep_seen" },
    ],
    [
      "a new one with another hash",
      { tx_hash: "0xother" },
      [row()],
      { is: "new" },
    ],
    [
      "a new one of another amount",
      { tx_hash: null, amount: "5.00" },
      [row()],
      { is: "new" },
    ],
    [
      "a new one of another gateway transaction",
      { tx_hash: null, gateway_reference: "order-2" },
      [row()],
      { is: "new" },
    ],
    [
      "a new one of another mode",
      { tx_hash: null, mode: "live" },
      [row()],
      { is: "new" },
    ],
    [
      "a new one, if the transfer went to another address",
      {},
      [seen({ destination_address: "0xelsewhere" })],
      { is: "new" },
    ],
    ["a transfer of another payment", {}, [ofOther()], { is: "reused" }],
    [
      "a transfer of another payment, after one without a hash",
      {},
      [hashless(), ofOther()],
      { is: "reused" },
    ],
    [
      "the other transfer of a shared transaction",
      {},
      [ofOther({ log_index: 2 }), seen()],
      { id: "stdep_seen" },
    ],
    [
      "a transfer of another payment, after another amount of it",
      {},
      [row({ amount: "0.01" }), ofOther()],
      { is: "reused" },
    ],
    [
      "what made it paid, after another coin without a hash",
      { currency: "USDC" },
      [row({ id: "stdep_own" }), hashless({ currency: "USDC" })],
      { id: "stdep_own" },
    ],
    [
      "a transfer that was reported falsely for another payment",
      {},
      [ofOther({ is_disproven: true })],
      { id: "stdep_other" },
    ],
  ])("%s", (_, changes, rows, expected) => {
    const match = matchReport(
      report(changes),
      payment({ deposit_id: "stdep_own" }),
      rows
    )
    const found =
      match.is === "known"
        ? {
            id: match.deposit.id,
            ...(match.absorbs ? { absorbs: match.absorbs.id } : {}),
          }
        : { is: match.is }
    expect(found).toEqual(expected)
  })
})

it("the uses of a deposit and its rest add up to its amount", () => {
  const hundredths = fc
    .integer({ min: 0, max: 1_000_000 })
    .map((units) => `${units}e-2`)
  const kind = fc.constantFrom("capture", "refund", "kept")
  fc.assert(
    fc.property(
      hundredths,
      fc.array(fc.record({ kind, amount: hundredths })),
      (amount, allocations) => {
        const { unallocated, ...uses } = balanceOf({ amount }, allocations)
        const sum = sumOf([unallocated, ...Object.values(uses)])
        return isSameAmount(sum, amount)
      }
    )
  )
})
