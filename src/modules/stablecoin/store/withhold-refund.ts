import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  closedBefore,
  type MerchantResolution,
  type Payment,
  refundWithheld,
} from "../../../ledger"
import {
  listResolutions,
  openExceptions,
  type OpenedException,
} from "./exceptions"
import type { RefundRequest } from "./refunds"
import { type ExceptionRow, TABLE } from "./tables"

/** A refund of Medusa's that is not due, since the merchant said that its money was dealt with. */
export type WithheldRefund = {
  withheld: MerchantResolution
  opened: OpenedException[]
}

/**
 * Opens an exception in place of the refund due of a Medusa refund, once per
 * Medusa refund, where the merchant closed an exception about the same money.
 * The one that settling opened for a cancelled order counts for it, while it is
 * open. The caller holds the payment's lock.
 *
 * @returns null where no exception was closed: the refund is due
 */
export async function withholdRefund(
  trx: Knex,
  payment: Payment,
  { medusa_refund_id, cart_amount }: RefundRequest
): Promise<WithheldRefund | null> {
  const withheld = closedBefore(await listResolutions(trx, payment.id))
  if (!withheld) {
    return null
  }
  const known = await trx<ExceptionRow>(TABLE.exception).where({
    payment_id: payment.id,
    kind: "order_cancelled",
    deleted_at: null,
  })
  if (known.some(({ details }) => standsFor(details) === medusa_refund_id)) {
    return { withheld, opened: [] }
  }
  const ofOrder = known.find(
    ({ status, details }) => status === "open" && !standsFor(details)
  )
  if (ofOrder) {
    await trx(TABLE.exception)
      .where({ id: ofOrder.id })
      .update({
        details: JSON.stringify({ ...ofOrder.details, medusa_refund_id }),
        updated_at: trx.fn.now(),
      })
    return { withheld, opened: [] }
  }
  const opened = await openExceptions(trx, payment.id, [
    refundWithheld(
      payment,
      payment.order_id ? { id: payment.order_id } : null,
      withheld,
      `Medusa refunded ${cart_amount} ${payment.cart_currency} of it`,
      { medusa_refund_id, is_further: known.length > 0 }
    ),
  ])
  return { withheld, opened }
}

function standsFor(details: ExceptionRow["details"]): string | null {
  return details?.medusa_refund_id ?? null
}
