import fc from "fast-check"
import {
  balanceOf,
  findFound,
  isSameAmount,
  matchReport,
  meantBy,
  restated,
  type Report,
  type ReportedDeposit,
  sumOf,
} from "../index"
import { deposit, NOW, payment } from "./samples"

const LATER = new Date(NOW.getTime() + 6 * 60_000)
/** Before the payment began. */
const EARLIER = new Date(NOW.getTime() - 66 * 60_000)

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
  allocated: "0.00",
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

/** Money that only the merchant has found, in the gateway's portal. */
const found = (changes: Partial<ReportedDeposit> = {}) =>
  hashless({ confirmed_at: null, destination_address: null, ...changes })

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
      [found({ amount: "12.00" })],
      { id: "stdep_hashless" },
    ],
    [
      "a new one that is less than the merchant has found",
      { amount: "5.00" },
      [found()],
      { is: "new" },
    ],
    [
      "two rows of one transfer that the merchant had found a part of",
      {},
      [found({ amount: "12.00" }), seen()],
      { id: "stdep_hashless", absorbs: "stdep_seen" },
    ],
    [
      "two rows of one transfer that the merchant found, and assigned",
      {},
      [found(), seen({ payment_id: "stpay_1" })],
      { id: "stdep_hashless", absorbs: "stdep_seen" },
    ],
    [
      "two rows of one transfer that was reported without a hash, and matched",
      {},
      [hashless(), seen({ payment_id: "stpay_1" })],
      { id: "stdep_hashless", absorbs: "stdep_seen" },
    ],
    [
      "a matched transfer, after which the merchant found more",
      { amount: "10.00" },
      [
        seen({ payment_id: "stpay_1", amount: "10.00" }),
        found({ amount: "2.50" }),
      ],
      { id: "stdep_seen" },
    ],
    [
      "a transfer that was sent after the merchant had found other money",
      {},
      [found(), seen({ arrived_at: LATER })],
      { id: "stdep_seen" },
    ],
    [
      "a matched one that was sent after the merchant had found other money",
      {},
      [found(), seen({ payment_id: "stpay_1", arrived_at: LATER })],
      { id: "stdep_seen" },
    ],
    [
      "two rows of one transfer",
      {},
      [hashless(), seen()],
      { id: "stdep_hashless", absorbs: "stdep_seen" },
    ],
    [
      "the only transfer of its transaction, in another amount",
      { amount: "0.01" },
      [seen()],
      { id: "stdep_seen" },
    ],
    [
      "the nearest of several other transfers of its transaction",
      { amount: "11.00" },
      [seen(), seen({ id: "stdep_next", log_index: 4, amount: "10.00" })],
      { id: "stdep_next" },
    ],
    [
      "the nearest of those that were matched",
      { amount: "11.00" },
      [
        seen({ payment_id: "stpay_1" }),
        seen({ id: "stdep_next", payment_id: "stpay_1", amount: "10.00" }),
      ],
      { id: "stdep_next" },
    ],
    [
      "the transfer that it has confirmed, though another one is nearer",
      { amount: "11.00" },
      [
        seen({ payment_id: "stpay_1", amount: "11.25" }),
        row({ log_index: 4, seen_at: NOW, amount: "15.00" }),
      ],
      { id: "stdep_1" },
    ],
    [
      "what made it paid, of which its chain shows another amount",
      { tx_hash: null },
      [row({ id: "stdep_own", seen_at: NOW, amount: "13.75" })],
      { id: "stdep_own" },
    ],
    [
      "two rows of one transfer whose amounts were reported otherwise before",
      {},
      [hashless(), row({ seen_at: NOW, log_index: 3 })],
      { id: "stdep_hashless", absorbs: "stdep_1" },
    ],
    [
      "one that was sent back before any report named its payment",
      { tx_hash: null },
      [seen({ allocated: "12.50" })],
      { id: "stdep_seen" },
    ],
    [
      "a new one, if what its chain shows is not used",
      { tx_hash: null },
      [seen()],
      { is: "new" },
    ],
    [
      "a new one, if another amount was sent back",
      { tx_hash: null },
      [seen({ amount: "12.51", allocated: "12.51" })],
      { is: "new" },
    ],
    [
      "a new one, if what was sent back had gone to another address",
      { tx_hash: null },
      [seen({ allocated: "12.50", destination_address: "0xelsewhere" })],
      { is: "new" },
    ],
    [
      "a new one, if what was sent back is older than the payment",
      { tx_hash: null },
      [seen({ allocated: "12.50", arrived_at: EARLIER })],
      { is: "new" },
    ],
    [
      "two rows of one transfer, in another amount than both",
      { amount: "0.01" },
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

describe("of the transfers of a transaction, a report means", () => {
  const at = (log_index: number, amount: string, currency = "USDT") => ({
    ...{ amount, currency, log_index, chain: "POLYGON" },
  })
  it.each([
    ["none of none", [], undefined],
    ["the exact one", [at(1, "12.49"), at(2, "12.50"), at(3, "12.51")], 2],
    ["the nearest one that is less", [at(1, "14.00"), at(2, "11.25")], 2],
    ["the nearest one that is more", [at(1, "11.00"), at(2, "13.75")], 2],
    [
      "its coin before a nearer amount",
      [at(1, "12.50", "USDC"), at(2, "1")],
      2,
    ],
    ["the first of two alike", [at(7, "12.50"), at(3, "12.50")], 3],
    ["the first that is as far", [at(7, "12.00"), at(3, "13.00")], 3],
  ])("%s", (_, transfers, expected) => {
    expect(meantBy(report(), transfers)?.log_index).toBe(expected)
    expect(meantBy(report(), transfers.toReversed())?.log_index).toBe(expected)
  })
})

describe("a transfer of a payment that its chain shows", () => {
  const own = (changes: Partial<ReportedDeposit> = {}) =>
    seen({ payment_id: "stpay_1", ...changes })

  it.each<[string, ReportedDeposit, ReportedDeposit[]]>([
    ["all of it", own(), [found()]],
    ["written otherwise", own({ amount: "12.5" }), [found()]],
    ["a part of it", own(), [found({ amount: "12.00" })]],
    ["a part of more than is due", own({ amount: "20.00" }), [found()]],
    [
      "among others",
      own(),
      [
        row({ tx_hash: "0xother" }),
        found({ id: "stdep_more", amount: "12.51" }),
        found({ id: "stdep_coin", currency: "USDC" }),
        found(),
      ],
    ],
  ])("is what the merchant had found: %s", (_, transfer, others) => {
    expect(
      findFound(transfer, [...others, transfer], payment(), [transfer])?.id
    ).toBe("stdep_hashless")
  })

  it.each([
    ["with its transaction", own({ amount: "13.75" }), row()],
    ["without one", own(), hashless()],
  ])("is what the gateway reported %s", (_, transfer, reported) => {
    const own = [transfer, reported]
    expect(findFound(transfer, own, payment(), [transfer])?.id).toBe(
      reported.id
    )
  })

  it("is not what the gateway reported with its transaction if another one is nearer", () => {
    const transfers = [own({ amount: "10.00" }), seen({ id: "stdep_nearer" })]
    const [transfer] = transfers as [ReportedDeposit]
    expect(
      findFound(transfer, [transfer, row()], payment(), transfers)
    ).toBeUndefined()
  })

  it.each<[string, ReportedDeposit, ReportedDeposit[]]>([
    ["nothing was found", own(), []],
    ["more was found", own({ amount: "12.00" }), [found()]],
    ["another coin was found", own(), [found({ currency: "USDC" })]],
    ["another chain was found", own({ chain: "BASE" }), [found()]],
    ["the gateway has reported less", own(), [hashless({ amount: "12.00" })]],
    [
      "the gateway has reported another order",
      own(),
      [hashless({ gateway_reference: "order-2" })],
    ],
    ["it was sent after the report", own({ arrived_at: LATER }), [hashless()]],
    ["another of its transaction is it", own(), [row({ log_index: 2 })]],
    ["another transfer is that", own(), [found({ seen_at: NOW })]],
    ["it was sent later", own({ arrived_at: LATER }), [found()]],
    ["the gateway reported both", own({ confirmed_at: NOW }), [found()]],
  ])("is other money: %s", (_, transfer, others) => {
    expect(
      findFound(transfer, [...others, transfer], payment(), [transfer])
    ).toBeUndefined()
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

describe("another report about a deposit", () => {
  it.each<[string, Partial<ReportedDeposit>, string]>([
    ["counts while nothing uses it", {}, "10.00"],
    ["counts while less of it is used", { allocated: "10.00" }, "10.00"],
    [
      "leaves what the merchant has used of it",
      { allocated: "12.50" },
      "12.50",
    ],
    ["leaves what its chain shows", { seen_at: NOW }, "12.50"],
    ["leaves what has paid its payment", { id: "stdep_paid" }, "12.50"],
  ])("%s", (_, changes, amount) => {
    const known = row({ amount: "12.50", ...changes })
    expect(
      restated(known, report({ amount: "10.00" }), {
        deposit_id: "stdep_paid",
      })
    ).toMatchObject({ amount })
  })

  it("of another coin leaves the one of which a part is used", () => {
    const known = row({ allocated: "5.00" })
    expect(
      restated(known, report({ currency: "USDC" }), { deposit_id: null })
    ).toMatchObject({ currency: known.currency })
  })
})
