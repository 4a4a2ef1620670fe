import {
  heldMoney,
  matchTransfer,
  type ScheduledPayment,
  type SeenTransfer,
  transition,
} from "../index"
import { deposit, NOW, payment, uses } from "./samples"
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

  it.each<[string, ScheduledPayment[]]>([
    ["alone", [unnamed]],
    ["next to a payment of another amount", [other(), unnamed]],
    ["without an id at the gateway", [paid({ gateway_id: null })]],
  ])("is about it afterwards: %s", (_, candidates) => {
    expect(matchTransfer(transfer(), candidates)).toEqual(unreported("late"))
  })

  it("is about none afterwards, if another payment waits for the same", () => {
    expect(matchTransfer(transfer(), [waiting, unnamed])).toEqual({
      is: "unmatched",
      payment_ids: ["stpay_2", "stpay_1"],
    })
  })

  it.each<Partial<SeenTransfer>>([
    { amount: "12.49" },
    { coin: "USDC" },
    { chain: "BASE" },
  ])("is other money if it is not exact: %j", (changes) => {
    expect(matchTransfer(transfer(changes), [paid()])).toEqual(
      unreported("late")
    )
    expect(heldOf(paid(), transfer(changes))?.confirmed).toBe(true)
  })

  it("is refunded only in an amount that the merchant enters", () => {
    expect(heldOf(unnamed)).toMatchObject({
      amount: "12.50",
      confirmed: false,
    })
    const named = payment({ status: "paid", tx_hash: "0xother" })
    expect(heldOf(named)?.confirmed).toBe(true)
  })

  /** Money of the exception about a transfer after the end of a payment. */
  function heldOf(about: ScheduledPayment, seen = transfer()) {
    const [exception] = transition(
      about,
      {
        kind: "seen",
        as: "late",
        transfer: seen,
        deposit_id: "stdep_1",
      },
      NOW
    ).exceptions
    const seen_at = NOW
    const known = {
      deposit: deposit({ confirmed_at: null, seen_at }),
      balance: uses({}),
    }
    return exception && heldMoney(exception, known, about, null)
  }
})
