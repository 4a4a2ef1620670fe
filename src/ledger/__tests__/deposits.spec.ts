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

/** Money that only the merchant has found, in the gateway's portal. */
const found = (changes: Partial<ReportedDeposit> = {}) =>
  row({
    id: "stdep_found",
    tx_hash: null,
    confirmed_at: null,
    destination_address: null,
    ...changes,
  })

const HOSTED = { chain: null, tx_hash: null, destination_address: null }

const ofOther = (changes: Partial<ReportedDeposit> = {}) =>
  row({ id: "stdep_other", payment_id: "stpay_2", ...changes })

/** Reports of a payment of 12.50, which say something else in one regard. */
const REPORTS: Record<string, Partial<Report>> = {
  "a report": {},
  "of 12.5": { amount: "12.5" },
  "of 11.00": { amount: "11.00" },
  "of 10.00": { amount: "10.00" },
  "of 5.00": { amount: "5.00" },
  "of 0.01": { amount: "0.01" },
  "in USDC": { currency: "USDC" },
  "of another hash": { tx_hash: "0xother" },
  "a hosted report": HOSTED,
  "hosted, of 5.00": { ...HOSTED, amount: "5.00" },
  "hosted, in live mode": { ...HOSTED, mode: "live" },
  "hosted, of another transaction": { ...HOSTED, gateway_reference: "order-2" },
}

const mine = { payment_id: "stpay_1" }

/** Deposits that are known when a report arrives. */
const KNOWN: Record<string, ReportedDeposit> = {
  reported: row(),
  "paid by": row({ id: "stdep_own" }),
  "paid by, of which 13.75 is shown": row({
    id: "stdep_own",
    seen_at: NOW,
    amount: "13.75",
  }),
  "reported otherwise": row({ tx_hash: "0xother" }),
  "reported at 2": row({ log_index: 2 }),
  "reported 0.01": row({ amount: "0.01" }),
  "reported, shown": row({ seen_at: NOW, log_index: 3 }),
  "reported, shown as 15.00": row({
    log_index: 4,
    seen_at: NOW,
    amount: "15.00",
  }),
  hosted: row({ ...HOSTED, id: "stdep_hosted" }),
  "hosted, found": found(HOSTED),
  found: found(),
  "found 12.00": found({ amount: "12.00" }),
  "found 12.51": found({ id: "stdep_more", amount: "12.51" }),
  "found in USDC": found({ id: "stdep_coin", currency: "USDC" }),
  "found and shown": found({ seen_at: NOW }),
  "found 2.50": found({ amount: "2.50" }),
  seen: seen(),
  "seen 10.00 next": seen({ id: "stdep_next", log_index: 4, amount: "10.00" }),
  "seen later": seen({ arrived_at: LATER }),
  "seen elsewhere": seen({ destination_address: "0xelsewhere" }),
  assigned: seen(mine),
  "assigned 10.00": seen({ ...mine, amount: "10.00" }),
  "assigned 10.00 next": seen({ ...mine, id: "stdep_next", amount: "10.00" }),
  "assigned 11.25": seen({ ...mine, amount: "11.25" }),
  "assigned, sent later": seen({ ...mine, arrived_at: LATER }),
  "of another payment": ofOther(),
  "of another payment, next": ofOther({ log_index: 2 }),
  "falsely of another payment": ofOther({ is_disproven: true }),
}

describe("a report of the gateway is about", () => {
  it.each([
    ["a report", "", "new"],
    ["a report", "reported", "stdep_1"],
    ["of 12.5", "reported", "stdep_1"],
    ["a report", "seen", "stdep_seen"],
    // The merchant assigned it to the payment.
    ["a report", "assigned", "stdep_seen"],
    ["of another hash", "reported", "new"],
    // A hosted transaction is paid once.
    ["a hosted report", "", "new"],
    ["a hosted report", "hosted", "stdep_hosted"],
    ["a hosted report", "hosted, found", "stdep_found"],
    ["hosted, of 5.00", "hosted", "stdep_hosted"],
    ["hosted, of another transaction", "hosted", "new"],
    ["hosted, in live mode", "hosted", "new"],
    // The merchant has found a part of it, or more.
    ["a report", "found 12.00", "stdep_found"],
    ["of 5.00", "found", "new"],
    // Two rows are one transfer.
    ["a report", "found 12.00 | seen", "stdep_found + stdep_seen"],
    ["a report", "found | assigned", "stdep_found + stdep_seen"],
    // They are not: the merchant has found other money.
    ["of 10.00", "assigned 10.00 | found 2.50", "stdep_seen"],
    ["a report", "found | seen later", "stdep_seen"],
    ["a report", "found | assigned, sent later", "stdep_seen"],
    // Of the transfers of its transaction, the nearest, or what it confirmed.
    ["of 0.01", "seen", "stdep_seen"],
    ["of 11.00", "seen | seen 10.00 next", "stdep_next"],
    ["of 11.00", "assigned | assigned 10.00 next", "stdep_next"],
    ["of 11.00", "assigned 11.25 | reported, shown as 15.00", "stdep_1"],
    ["a report", "seen elsewhere", "new"],
    // The deposit that paid stays the payment's own.
    ["a report", "paid by, of which 13.75 is shown", "stdep_own"],
    ["in USDC", "paid by | found in USDC", "stdep_own"],
    // A transfer pays once.
    ["a report", "of another payment", "reused"],
    ["a report", "found | of another payment", "reused"],
    ["a report", "reported 0.01 | of another payment", "reused"],
    ["a report", "of another payment, next | seen", "stdep_seen"],
    ["a report", "falsely of another payment", "stdep_other"],
  ])("%s, after %s: %s", (changes, names, expected) => {
    const rows = names ? names.split(" | ").map((each) => KNOWN[each]!) : []
    const own = payment({ deposit_id: "stdep_own" })
    const match = matchReport(report(REPORTS[changes]), own, rows)
    expect(
      match.is === "known"
        ? [match.deposit.id, match.absorbs?.id ?? []].flat().join(" + ")
        : match.is
    ).toBe(expected)
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

/** Transfers of a payment of 12.50 that its chain shows. */
const SHOWN: Record<string, Partial<ReportedDeposit>> = {
  "of 12.50": {},
  "of 12.5": { amount: "12.5" },
  "of 10.00": { amount: "10.00" },
  "of 12.00": { amount: "12.00" },
  "of 13.75": { amount: "13.75" },
  "on BASE": { chain: "BASE" },
  "sent later": { arrived_at: LATER },
  "that is reported": { confirmed_at: NOW },
}

it.each([
  ["of 12.50", "found", true],
  ["of 12.5", "found", true],
  ["of 12.50", "found 12.00", true],
  ["of 13.75", "found", true],
  [
    "of 12.50",
    "reported otherwise | found 12.51 | found in USDC | found",
    true,
  ],
  // The gateway reported it with its transaction.
  ["of 13.75", "reported", true],
  ["of 12.50", "", false],
  ["of 12.00", "found", false],
  ["of 12.50", "found in USDC", false],
  ["on BASE", "found", false],
  ["sent later", "found", false],
  ["of 12.50", "reported at 2", false],
  ["of 12.50", "found and shown", false],
  ["that is reported", "found", false],
  // Another transfer of its transaction is nearer.
  ["of 10.00", "reported | seen", false],
])("a transfer %s, after %s, is the last of them: %s", (...row) => {
  const [changes, names, isOne] = row
  const transfer = seen({ ...mine, id: "stdep_shown", ...SHOWN[changes] })
  const rows = names ? names.split(" | ").map((each) => KNOWN[each]!) : []
  const own = rows.filter(({ payment_id }) => payment_id)
  const transfers = [transfer, ...rows.filter(({ payment_id }) => !payment_id)]
  const one = findFound(transfer, [...own, transfer], transfers)
  expect(one?.id).toBe(isOne ? rows.at(-1)!.id : undefined)
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
