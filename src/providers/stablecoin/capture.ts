import { MedusaError } from "@medusajs/framework/utils"
import { isTestMoney, type Payment } from "../../ledger"
import type StablecoinModuleService from "../../modules/stablecoin/service"

/**
 * Verifies that there is money to capture, and allocates it: the gateway
 * captures when a payment is paid, and nothing else can.
 *
 * @throws MedusaError (400) for payments that the gateway has not confirmed,
 *   for money that was sent back, and for test money in a store that takes live
 *   payments, and for transfers that the chain has yet to prove
 */
export async function allocateCapture(
  stablecoin: StablecoinModuleService,
  payment: Payment
): Promise<void> {
  const { id, status, mode } = payment
  if (status !== "paid") {
    throw refusal(
      `Payment ${id} can't be captured: the gateway has not confirmed it (it is ${status}).`
    )
  }
  if (await stablecoin.chainPolicies.isHeld(payment)) {
    throw refusal(
      `Payment ${id} can't be captured yet: its transfer is not proven on ${payment.chain}, or its sender is not cleared, which the settings of the blockchain require. It is captured once both are.`
    )
  }
  if (isTestMoney(payment, await stablecoin.payments.currentAccount(payment))) {
    throw refusal(
      `Payment ${id} can't be captured: it was started in ${mode} mode, and this store now takes live payments. No money moved.`
    )
  }
  // From now on, nothing else may use the deposit.
  if (!(await stablecoin.repository.deposits.capture(payment))) {
    throw refusal(
      `Payment ${id} can't be captured: its money is sent back, or kept for another order.`
    )
  }
}

function refusal(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
}
