import { z } from "zod"
import { isJustDue, type Payment } from "../../ledger"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import type { MedusaSession } from "../../modules/stablecoin/types"
import { notAllowed } from "./errors"

/**
 * Context that settling passes to the session it creates for money that arrived
 * after its session was deleted. Medusa's routes accept no context from a buyer.
 */
const contextSchema = z.object({
  stablecoin_late_money: z.object({ payment_id: z.string() }),
})
export type LateMoneyContext = z.infer<typeof contextSchema>

/** The id of the payment that a new session takes the money of, or null. */
export function lateMoneyOf(context: unknown): string | null {
  const { data } = contextSchema.safeParse(context)
  return data?.stablecoin_late_money.payment_id ?? null
}

/**
 * Binds late money to a session of its own collection with exactly that amount
 * due. The gateway is not called: it already has the money.
 *
 * @returns the payment, which has the new session from now on
 * @throws MedusaError (400) when it does not fit, or is already bound
 */
export async function bindLateMoney(
  stablecoin: StablecoinModuleService,
  session: MedusaSession,
  payment_id: string
): Promise<Payment> {
  const payment = await stablecoin.payments.find({ id: payment_id })
  const fits =
    payment?.status === "paid" &&
    payment.payment_collection_id === session.payment_collection_id &&
    payment.provider_id === session.provider_id &&
    payment.cart_currency === session.currency &&
    isJustDue(
      { amount: payment.cart_amount, currency: payment.cart_currency },
      session.collection
    ) &&
    (await stablecoin.medusa.readState(payment_id))?.medusa.session === null
  const applied =
    fits &&
    (await stablecoin.payments.apply(
      payment_id,
      { kind: "bound", from: payment.session_id, to: session.id },
      "settle"
    ))
  if (!applied || applied.payment.session_id !== session.id) {
    throw notAllowed(
      `Payment ${payment_id} can't be moved to another session: it is not paid, not for this sum, or has a session.`
    )
  }
  return applied.payment
}
