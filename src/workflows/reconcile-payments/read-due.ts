import {
  changesPayment,
  isOpen,
  lacksTransfer,
  type Payment,
} from "../../ledger"
import type StablecoinModuleService from "../../modules/stablecoin/service"

export type ReadingParts = Pick<
  StablecoinModuleService,
  "orders" | "gateway" | "payments" | "repository"
>

/**
 * Reads a due payment from the gateway once, if it is open or its transfer is
 * unknown, and applies changes. Only a response without the transfer counts as
 * a hashless read, or none where the credentials are missing, so that the
 * schedule ends.
 *
 * @returns `unreadable`: the gateway has no call for it. `paused`: its account
 *   is paused. The payment as it is now, once the ledger was updated
 * @throws GatewayError when the gateway does not answer, or answers 429
 */
export async function readDue(
  { orders, gateway, payments, repository }: ReadingParts,
  payment: Payment
): Promise<"unreadable" | "paused" | "unchanged" | Payment> {
  const isReadable =
    (isOpen(payment) || lacksTransfer(payment)) &&
    (await orders.isReadable(payment))
  if (isReadable && gateway.pauses.has(payment.account)) {
    return "paused"
  }
  const fact = isReadable
    ? await orders.readFact(payment, { once: true })
    : null
  // A verified webhook reported it as paid: a 404 of the gateway changes
  // nothing.
  const isForgotten =
    fact?.kind === "unknown_at_gateway" && payment.status === "paid"
  const applied =
    fact && !isForgotten && changesPayment(payment, fact, new Date())
      ? await payments.apply(payment.id, fact, "read")
      : null
  if (lacksTransfer(applied?.payment ?? payment)) {
    await repository.payments.countHashlessRead(payment.id)
  }
  if (applied?.changed) {
    return applied.payment
  }
  return isReadable ? "unchanged" : "unreadable"
}
