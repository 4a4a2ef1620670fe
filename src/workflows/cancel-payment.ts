import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { type Cancellation, cancellationOf, isReportAwaited } from "../ledger"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import {
  GATEWAY_UNAVAILABLE,
  gatewayFailure,
  mustFindPayment,
} from "./admin-errors"
import { oneStepWorkflow } from "./one-step-workflow"
import { settleNow, type SettlePaymentInput } from "./settle-payment"

type Refusal =
  | Extract<Cancellation, { refused: string }>["refused"]
  | "returned"
  | "coins_seen"
  | "chain_unread"

const REFUSALS: Record<Refusal, string> = {
  paid: "it is paid. Refund it in Medusa, or resolve its exception, instead.",
  ended: "it has ended already.",
  given_up:
    "it is already abandoned, and the gateway has no call to cancel it. It may still be paid, and is then treated as paid late.",
  being_created:
    "it is just being created at the gateway. Try again in two minutes.",
  returned:
    "its buyer returned from paying. Look it up in the gateway's portal, and close its exception if nothing arrived; it opens half an hour after the return.",
  coins_seen:
    "the network shows coins for it, which the gateway has not confirmed. Resolve their exception first; it opens within minutes.",
  chain_unread:
    "its network can't be read now, so coins may be on their way. Try again in a minute; if it stays so, test the endpoints in the settings.",
  no_credentials:
    "the credentials with which it was started are not configured any more, and it may still take money. Cancel it in the gateway's portal, or configure them again.",
}

/**
 * Cancels an open payment at an admin's request, and makes Medusa match the
 * result. Not compensated: facts are permanent.
 *
 * @returns whether it is settled, and whether it may still take money
 * @throws MedusaError when it is unknown, paid or ended, when the gateway does
 *   not respond, and when it is not cancelled
 */
export const cancelPaymentWorkflow = oneStepWorkflow(
  "cancel-stablecoin-payment",
  async (container, { payment_id }: SettlePaymentInput) => {
    await cancel(container, payment_id)
    const settled = await settleNow(container, payment_id)
    const may_still_be_paid = await confirmCancelled(container, payment_id)
    return { settled, may_still_be_paid }
  }
)

/**
 * Cancels an open payment at the gateway, or abandons it where the gateway has
 * no call for that.
 */
async function cancel(
  container: MedusaContainer,
  payment_id: string
): Promise<void> {
  const stablecoin = container.resolve(STABLECOIN_MODULE)
  const payment = await mustFindPayment(container, payment_id)
  const isReadable = await stablecoin.orders.isReadable(payment)
  const cancellation = cancellationOf(payment, isReadable, new Date())
  if ("refused" in cancellation) {
    throw refusalOf(payment_id, cancellation.refused)
  }
  const state = await stablecoin.medusa.readState(payment_id)
  const incoming = state?.medusa.has_seen_money
    ? "coins"
    : await stablecoin.incomingCoins.check(payment)
  if (incoming !== "none") {
    throw refusalOf(
      payment_id,
      incoming === "coins" ? "coins_seen" : "chain_unread"
    )
  }
  if (cancellation.do === "abandon") {
    // Its buyer can't pay again until the merchant has decided.
    if (isReportAwaited(payment)) {
      throw refusalOf(payment_id, "returned")
    }
    await stablecoin.payments.apply(payment_id, { kind: "abandoned" }, "admin")
    return
  }
  try {
    await stablecoin.orders.cancel(payment, "admin")
  } catch (error) {
    throw gatewayFailure(error)
  }
}

function refusalOf(id: string, refusal: Refusal): MedusaError {
  return new MedusaError(
    MedusaError.Types.CONFLICT,
    `Payment ${id} can't be cancelled: ${REFUSALS[refusal]}`
  )
}

/**
 * Verifies that a payment was cancelled: the buyer may have paid first, and the
 * gateway may have refused.
 *
 * @returns whether it may still take money
 */
async function confirmCancelled(
  container: MedusaContainer,
  payment_id: string
): Promise<boolean> {
  const { status } = await mustFindPayment(container, payment_id)
  switch (status) {
    case "paid":
      throw new MedusaError(
        MedusaError.Types.CONFLICT,
        `Payment ${payment_id} was not cancelled: it was paid in the meantime, and is treated as paid.`
      )
    case "creating":
    case "pending":
      throw new MedusaError(
        MedusaError.Types.UNEXPECTED_STATE,
        `The gateway did not cancel payment ${payment_id}: it is still ${status}. Try again, or cancel it in the gateway's portal.`,
        GATEWAY_UNAVAILABLE
      )
    default:
      return status === "abandoned"
  }
}
