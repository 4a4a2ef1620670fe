import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { Screening } from "../../ledger"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import { mustFindPayment } from "../find-payment"
import type { SettlePaymentInput } from "../settle-payment/settle-payment-step"

/** The sender of a payment, and what the sanctions oracle says about it. */
export type CheckedSender = {
  payment_id: string
  /** The network's code, such as `POLYGON`. */
  chain: string
  /** In lower case. */
  address: string
  /** Decimal, in `currency`. */
  amount: string
  currency: string
  tx_hash: string
  result: Screening
}

/** Reads only. @throws when the sender is not known, or can't be checked */
export const checkSenderStep = createStep(
  "check-stablecoin-sender",
  async ({ payment_id }: SettlePaymentInput, { container }) => {
    const { senderScreening } = container.resolve(STABLECOIN_MODULE)
    const payment = await mustFindPayment(container, payment_id)
    const { chain, proof, amount, currency } = payment
    if (!chain || !proof?.sender) {
      throw new Error(`the sender of payment ${payment_id} is not known`)
    }
    const result = await senderScreening.screen(payment)
    return new StepResponse<CheckedSender>({
      payment_id,
      chain,
      address: proof.sender,
      amount,
      currency,
      tx_hash: proof.tx_hash,
      result,
    })
  }
)
