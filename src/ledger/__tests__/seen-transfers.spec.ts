import {
  matchTransfer,
  reportOfTransfer,
  nextStep,
  type Payment,
  type SeenTransfer,
  takenPositions,
  type TransferClaim,
  type TransferKind,
  transition,
} from "../index"
import { medusaState, NOW, payment } from "./samples"
import { other, transfer, unreported } from "./seen-transfer-samples"
import { ago } from "./settlement-samples"

describe("a transfer to an address that was shown for one payment", () => {
  it.each<[TransferKind, Partial<SeenTransfer>]>([
    ["transfer_unconfirmed", {}],
    ["transfer_unconfirmed", { amount: "12.5" }],
    ["transfer_short", { amount: "12.499999" }],
    ["transfer_over", { amount: "12.500001" }],
    ["transfer_wrong_network", { chain: "BASE" }],
    ["transfer_wrong_network", { chain: "BASE", amount: "3.00" }],
    ["transfer_wrong_coin", { coin: "USDC" }],
    ["transfer_wrong_coin", { coin: "USDC.e", amount: "3.00" }],
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
      unreported("transfer_after_end")
    )
  })

  it("is the one that the gateway reported, by its hash and chain", () => {
    const paid = payment({ status: "paid", tx_hash: "0xHASH" })
    expect(matchTransfer(transfer({ amount: "1.00" }), [paid])).toEqual({
      is: "reported",
      payment_id: "stpay_1",
    })
    expect(matchTransfer(transfer({ chain: "BASE" }), [paid])).toEqual(
      unreported("transfer_after_end")
    )
  })

  it("came after its end, if another log of the transaction is its proof", () => {
    const proven = payment({
      status: "paid",
      tx_hash: "0xhash",
      proof_status: "proven",
      proof: {
        tx_hash: "0xhash",
        reason: null,
        sender: "0xsender",
        log_index: 2,
        block_number: 100,
        block_hash: "0xblock",
        block_time: NOW.toISOString(),
        is_final: true,
        found_instead: null,
        since: NOW.toISOString(),
      },
    })
    expect(matchTransfer(transfer({ log_index: 2 }), [proven])).toEqual({
      is: "reported",
      payment_id: "stpay_1",
    })
    expect(matchTransfer(transfer({ log_index: 3 }), [proven])).toEqual(
      unreported("transfer_after_end")
    )
    const second = transition(
      proven,
      { kind: "seen", as: "transfer_after_end", transfer: transfer() },
      NOW
    )
    expect(second.exceptions).toMatchObject([{ kind: "transfer_after_end" }])
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
      unreported("transfer_unconfirmed")
    )
  })

  it("is assigned by amount and coin on another network", () => {
    expect(
      matchTransfer(transfer({ chain: "ETH" }), [other(), payment()])
    ).toEqual(unreported("transfer_wrong_network"))
  })

  it("belongs to the payment whose report names it, also on another network", () => {
    const paid = payment({ status: "paid", tx_hash: "0xhash" })
    const open = other({ amount: "12.50" })
    expect(matchTransfer(transfer({ chain: "BASE" }), [open, paid])).toEqual(
      unreported("transfer_after_end")
    )
  })

  it("is assigned to an ended payment only while none is open", () => {
    const cancelled = payment({ status: "cancelled" })
    const ended = other({ status: "failed" })
    expect(matchTransfer(transfer(), [cancelled, ended])).toEqual(
      unreported("transfer_after_end")
    )
    expect(matchTransfer(transfer(), [cancelled, other()])).toMatchObject({
      is: "unmatched",
    })
  })

  it.each([
    ["two payments of the same amount", {}, { amount: "12.50" }],
    ["another amount", { amount: "12.49" }, {}],
    ["another coin", { coin: "USDC.e" }, {}],
  ])("is assigned to none: %s", (_, changes, second) => {
    expect(
      matchTransfer(transfer(changes), [payment(), other(second)])
    ).toEqual({ is: "unmatched", payment_ids: ["stpay_1", "stpay_2"] })
  })
})

describe("a transfer whose transaction the gateway has reported", () => {
  const proof = (log_index: number | null) =>
    ({ tx_hash: "0xhash", log_index }) as Payment["proof"]
  const claim = (changes: Partial<TransferClaim> = {}): TransferClaim => ({
    log_index: -1,
    is_paid_by: true,
    is_to_prove: false,
    proof_status: null,
    proof: null,
    destination_address: "0xdestination",
    ...changes,
  })

  it.each<[string, Partial<TransferClaim>, string]>([
    ["without a proof", {}, "reported"],
    ["for another amount", { is_paid_by: false }, "reported"],
    ["before the proof", { is_to_prove: true }, "unclear"],
    [
      "this one is proven",
      { proof_status: "proven", proof: proof(3) },
      "reported",
    ],
    [
      "another one is proven",
      { proof_status: "proven", proof: proof(5) },
      "unreported",
    ],
    ["this one is assigned", { log_index: 3 }, "reported"],
    ["another one is assigned", { log_index: 5 }, "unreported"],
    [
      "none pays",
      { proof_status: "contradicted", proof: proof(null) },
      "reported",
    ],
    [
      "for an address that is not known",
      { destination_address: null },
      "unreported",
    ],
    [
      "for another address, before the proof",
      { destination_address: "0xother", is_to_prove: true },
      "unreported",
    ],
    [
      "for another address, which the chain contradicts",
      { destination_address: "0xother", proof_status: "contradicted" },
      "unreported",
    ],
    [
      "for another address and amount",
      { destination_address: "0xother", is_paid_by: false },
      "unreported",
    ],
  ])("%s", (_, changes, expected) => {
    expect(reportOfTransfer(transfer(), [claim(changes)])).toBe(expected)
  })

  it.each<[string, Partial<TransferClaim>, number[] | null]>([
    ["a proven one", { proof_status: "proven", proof: proof(5) }, [5]],
    ["an assigned one", { log_index: 3 }, [3]],
    ["one that is to be proven", { is_to_prove: true }, null],
    ["one of another amount", { is_paid_by: false }, null],
  ])("has taken its position: %s", (_, changes, expected) => {
    expect(takenPositions([claim(changes)])).toEqual(expected)
    const other = claim({ log_index: 7 })
    expect(takenPositions([claim(changes), other])).toEqual(
      expected && [...expected, 7]
    )
  })

  it("by several payments, of which one is enough", () => {
    const other = claim({ proof_status: "proven", proof: proof(5) })
    expect(reportOfTransfer(transfer(), [other, claim({ log_index: 3 })])).toBe(
      "reported"
    )
    expect(reportOfTransfer(transfer(), [])).toBe("unreported")
  })
})

it("less than a cent is dust, and opens nothing", () => {
  const dust = transfer({ amount: "0.009999" })
  expect(matchTransfer(dust, [payment()])).toEqual({ is: "dust" })
  expect(matchTransfer(transfer({ amount: "0.01" }), [payment()])).toEqual(
    unreported("transfer_short")
  )
})

describe("money in sight", () => {
  const fact = {
    kind: "seen",
    as: "transfer_unconfirmed",
    transfer: transfer(),
  } as const

  it("opens one exception per transfer, and makes nothing paid", () => {
    const { patch, exceptions } = transition(payment(), fact, NOW)
    expect(patch).toEqual({})
    expect(exceptions).toMatchObject([
      {
        kind: "transfer_unconfirmed",
        key: "POLYGON:0xhash:3:transfer",
        message:
          "The network shows a transfer of 12.50 USDT on POLYGON from 0xsender to 0xdestination, which the gateway has not reported. Payment stpay_1 of 12.50 USDT on POLYGON is pending. Nothing was captured for it.",
      },
    ])
  })

  it("is no news once the gateway has reported it", () => {
    const paid = payment({ status: "paid", tx_hash: "0xhash" })
    expect(transition(paid, fact, NOW).exceptions).toEqual([])
  })

  it.each(["pending", "creating", "abandoned"] as const)(
    "keeps an expired payment from being cancelled: %s",
    (status) => {
      const expired = payment({ status, expires_at: ago(1) })
      const medusa = medusaState({ session: null })
      const seen = { ...medusa, has_seen_money: true }
      expect(nextStep(expired, medusa, NOW).do).toBe("cancel_at_gateway")
      expect(nextStep(expired, seen, NOW)).toEqual({ do: "nothing" })
    }
  )
})
