import { isTestMoney, type Payment } from "../../ledger"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import { notAllowed } from "./errors"

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
    throw notAllowed(
      `Payment ${id} can't be captured: the gateway has not confirmed it (it is ${status}).`
    )
  }
  if (await stablecoin.chainPolicies.isHeld(payment)) {
    throw notAllowed(
      `Payment ${id} can't be captured yet: its transfer is not proven on ${payment.chain}, which the settings require. It is captured once it is.`
    )
  }
  if (isTestMoney(payment, await stablecoin.payments.currentAccount(payment))) {
    throw notAllowed(
      `Payment ${id} can't be captured: it was started in ${mode} mode, and this store now takes live payments. No money moved.`
    )
  }
  // From now on, nothing else may use the deposit.
  if (!(await stablecoin.repository.deposits.capture(payment))) {
    throw notAllowed(
      `Payment ${id} can't be captured: its money is sent back, or kept for another order.`
    )
  }
}
