import {
  matchTransfer,
  type Payment,
  type SeenTransfer,
  type TransferReason,
  transition,
} from "../index"
import { NOW, payment, transfer } from "./samples"
import { ago } from "./settlement-samples"

/** A payment of another amount. */
const other = (changes: Partial<Payment> = {}) =>
  payment({ id: "stpay_2", amount: "99.00", ...changes })
/** The match of a transfer that the gateway has not reported. */
const unreported = (reason: TransferReason, payment_id = "stpay_1") => ({
  is: "unreported",
  payment_id,
  reason,
})

describe("a transfer to an address that was shown for one payment", () => {
  it.each<[TransferReason, Partial<SeenTransfer>]>([
    ["exact", {}],
    ["exact", { amount: "12.5" }],
    ["short", { amount: "12.499999" }],
    ["over", { amount: "12.500001" }],
    ["network", { chain: "BASE" }],
    ["network", { chain: "BASE", amount: "7.00" }],
    ["coin", { currency: "USDC" }],
    ["coin", { currency: "USDC.e", amount: "7.00" }],
  ])("is %s: %j", (kind, changes) => {
    expect(matchTransfer(transfer(changes), [payment()])).toEqual(
      unreported(kind)
    )
  })

  it.each<Partial<Payment>>([
    { status: "cancelled" },
    { status: "failed" },
    { status: "paid", tx_hash: "0xother" },
  ])("came after its end: %j", (ended) => {
    expect(matchTransfer(transfer(), [payment(ended)])).toEqual(
      unreported("late")
    )
  })

  it("belongs to no payment that was started later", () => {
    const later = payment({ created_at: ago(-6 * 60_000) })
    expect(matchTransfer(transfer(), [later])).toEqual({
      is: "unmatched",
      payment_ids: [],
    })
  })
})

describe("a transfer to an address that was shown for several payments", () => {
  it("is assigned by its exact amount, coin and chain", () => {
    expect(matchTransfer(transfer(), [other(), payment()])).toEqual(
      unreported("exact")
    )
  })

  it("is assigned by amount and coin on another network", () => {
    expect(
      matchTransfer(transfer({ chain: "ETH" }), [other(), payment()])
    ).toEqual(unreported("network"))
  })

  it("belongs to the payment whose report names it, also on another network", () => {
    const paid = payment({ status: "paid", tx_hash: "0xhash" })
    const open = other({ amount: "12.50" })
    expect(matchTransfer(transfer({ chain: "BASE" }), [open, paid])).toEqual(
      unreported("late")
    )
  })

  it("is assigned to an ended payment only while none is open", () => {
    const near = { amount: "20.00" }
    const cancelled = payment({ status: "cancelled" })
    const ended = other({ status: "failed", ...near })
    expect(matchTransfer(transfer(), [cancelled, ended])).toEqual(
      unreported("late")
    )
    expect(matchTransfer(transfer(), [cancelled, other(near)])).toMatchObject({
      is: "unmatched",
    })
  })

  it.each([
    ["two payments of the same amount", {}, { amount: "12.50" }],
    ["another amount", { amount: "12.49" }, { amount: "20.00" }],
    ["another coin", { currency: "USDC.e" }, { amount: "20.00" }],
  ])("is assigned to none: %s", (_, changes, second) => {
    expect(
      matchTransfer(transfer(changes), [payment(), other(second)])
    ).toEqual({ is: "unmatched", payment_ids: ["stpay_1", "stpay_2"] })
  })
})

describe("a transfer of less than half of every payment", () => {
  it.each<[string, string]>([
    ["0.01", "dust"],
    ["0.99", "dust"],
    ["1.00", "unmatched"],
    ["6.24", "unmatched"],
  ])("of %s holds none of them: %s", (amount, is) => {
    const shown = [payment(), other()]
    expect(matchTransfer(transfer({ amount }), shown)).toMatchObject({ is })
    expect(matchTransfer(transfer({ amount }), [payment()])).toMatchObject({
      is,
    })
  })

  it("is one of a small payment, if it is near to that", () => {
    const small = payment({ amount: "0.80" })
    expect(matchTransfer(transfer({ amount: "0.79" }), [small])).toEqual(
      unreported("short")
    )
  })
})

describe("money in sight", () => {
  const fact = {
    kind: "seen",
    as: "exact",
    transfer: transfer(),
    deposit_id: "stdep_1",
  } as const

  it("opens one exception per transfer, and makes nothing paid", () => {
    const { patch, exceptions } = transition(payment(), fact, NOW)
    expect(patch).toEqual({})
    expect(exceptions).toMatchObject([
      {
        kind: "unreported_transfer",
        reason: "exact",
        key: "stdep_1:transfer",
        deposit_id: "stdep_1",
        details: { amount: "12.50", from: "0xsender", to: "0xdestination" },
      },
    ])
  })

  it("is a second payment if another transfer of its transaction paid", () => {
    const named = payment({ status: "paid", tx_hash: "0xAB" })
    const own = transfer({ amount: "9.99", tx_hash: "0xab" })
    const { exceptions } = transition(
      named,
      { ...fact, as: "late", transfer: own },
      NOW
    )
    expect(exceptions).toMatchObject([{ reason: "again" }])
  })
})
