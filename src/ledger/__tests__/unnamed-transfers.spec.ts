import {
  matchTransfer,
  type ScheduledPayment,
  type SeenTransfer,
} from "../index"
import { payment } from "./samples"
import { other, transfer, unreported } from "./seen-transfer-samples"

describe("a transfer that may have paid a payment, of which the gateway named no transaction", () => {
  const paid = (changes: Partial<ScheduledPayment> = {}) =>
    payment({ status: "paid", tx_hash: null, ...changes })
  /** The gateway is not expected to name it any more. */
  const unnamed = paid({ hashless_reads: 8 })
  const waiting = other({ amount: "12.50" })

  it("is unclear while the gateway may still name it", () => {
    const unclear = { is: "unclear", payment_ids: ["stpay_1"] }
    expect(matchTransfer(transfer(), [paid()])).toEqual(unclear)
    expect(matchTransfer(transfer(), [paid(), other()])).toEqual(unclear)
    expect(matchTransfer(transfer(), [waiting, paid()])).toEqual({
      is: "unclear",
      payment_ids: ["stpay_1", "stpay_2"],
    })
  })

  it.each<[string, ScheduledPayment]>([
    ["after enough reads", unnamed],
    ["without an id at the gateway", paid({ gateway_id: null })],
  ])("is about it afterwards: %s", (_, only) => {
    expect(matchTransfer(transfer(), [only])).toEqual(unreported("late"))
  })

  it.each<[string, ScheduledPayment]>([
    ["waits for the same", waiting],
    ["waits for another amount", other({ amount: "20.00" })],
    ["was cancelled", other({ amount: "20.00", status: "cancelled" })],
  ])("is about none afterwards, if another payment %s", (_, shown) => {
    expect(matchTransfer(transfer(), [shown, unnamed])).toEqual({
      is: "unmatched",
      payment_ids: ["stpay_2", "stpay_1"],
    })
  })

  it.each<Partial<SeenTransfer>>([
    { amount: "12.49" },
    { currency: "USDC" },
    { chain: "BASE" },
  ])("is other money if it is not exact: %j", (changes) => {
    expect(matchTransfer(transfer(changes), [paid()])).toEqual(
      unreported("late")
    )
  })
})
