import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  closedBefore,
  isWholeRefund,
  type MerchantResolution,
  orderCancelledKey,
  type Payment,
  refundWithheld,
} from "../../../../ledger"
import {
  listResolutions,
  openExceptions,
  type OpenedException,
} from "../exceptions/exceptions"
import {
  findStandingMedusaRefunds,
  standingMedusaRefund,
} from "../medusa/refunds"
import { amountsOf, reconcileAgain, TAKEN_BACK } from "./standing-refunds"
import { type ExceptionRow, type RefundRow, TABLE } from "../tables"

/**
 * A Medusa refund that is not due, because the merchant has marked its money as
 * dealt with.
 */
export type WithheldRefund = {
  withheld: MerchantResolution
  opened: OpenedException[]
}

/** A Medusa refund that would be due. */
type WouldBeDue = {
  medusa_refund_id: string
  cart_amount: string
  /** In the payment's stablecoin. */
  amount: string
  /** The amount left of the payment. */
  left: string
}

/**
 * Opens an exception instead of a refund due, once per Medusa refund, where the
 * merchant closed an exception about the same money. An open exception about
 * the cancelled order is used instead, if there is one. The caller must have
 * locked the payment.
 *
 * @param earlier the payment's refunds so far
 * @returns null where no exception was closed: the refund is due
 */
export async function withholdRefund(
  trx: Knex,
  payment: Payment,
  earlier: readonly RefundRow[],
  { medusa_refund_id, cart_amount, amount, left }: WouldBeDue
): Promise<WithheldRefund | null> {
  const withheld = closedBefore(await listResolutions(trx, payment.id))
  if (!withheld) {
    return null
  }
  const rows = await listOrderCancelled(trx, payment.id)
  if (rows.some(({ details }) => standsFor(details) === medusa_refund_id)) {
    return { withheld, opened: [] }
  }
  const known = (await resolveTakenBack(trx, payment.id))
    ? await listOrderCancelled(trx, payment.id)
    : rows
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
  const ofMedusa = earlier.filter((refund) => refund.medusa_refund_id)
  const isWhole = isWholeRefund(payment, { amount, left }, [
    ...amountsOf(ofMedusa),
    ...(await listWithheld(trx, known)),
  ])
  const opened = await openExceptions(trx, payment.id, [
    refundWithheld(
      payment,
      payment.order_id ? { id: payment.order_id } : null,
      withheld,
      `Medusa refunded ${cart_amount} ${payment.cart_currency} of it`,
      {
        medusa_refund_id,
        amount,
        has_own_key: !isWhole || isKeyTaken(payment, known),
      }
    ),
  ])
  return { withheld, opened }
}

async function listOrderCancelled(
  trx: Knex,
  payment_id: string
): Promise<ExceptionRow[]> {
  return await trx<ExceptionRow>(TABLE.exception)
    .where({ payment_id, kind: "order_cancelled" })
    .whereNull("deleted_at")
}

/**
 * Resolves open exceptions whose refund Medusa rolled back. Settling reopens
 * that of a cancelled order.
 */
async function resolveTakenBack(
  trx: Knex,
  payment_id: string
): Promise<boolean> {
  const resolved = await trx(TABLE.exception)
    .where({ payment_id, kind: "order_cancelled", status: "open" })
    .whereNull("deleted_at")
    .whereRaw("details ->> 'medusa_refund_id' IS NOT NULL")
    .whereNotExists(
      standingMedusaRefund(
        trx,
        trx.raw("??.details ->> 'medusa_refund_id'", [TABLE.exception])
      )
    )
    .update({
      status: "resolved",
      note: TAKEN_BACK,
      resolved_at: trx.fn.now(),
      updated_at: trx.fn.now(),
    })
  if (resolved) {
    await reconcileAgain(trx, [payment_id])
  }
  return resolved > 0
}

/**
 * Lists the amounts of refunds that exceptions stand for, without those that
 * Medusa rolled back.
 */
async function listWithheld(
  trx: Knex,
  known: readonly ExceptionRow[]
): Promise<string[]> {
  const alive = await findStandingMedusaRefunds(
    trx,
    known.flatMap(({ details }) => standsFor(details) ?? [])
  )
  return known.flatMap(({ details }) =>
    details?.withheld && alive.includes(standsFor(details) ?? "")
      ? [details.withheld]
      : []
  )
}

/** Whether the exception with the payment's key can't be reopened. */
function isKeyTaken(payment: Payment, known: readonly ExceptionRow[]): boolean {
  return known.some(
    ({ key, status, resolved_by }) =>
      key === orderCancelledKey(payment) &&
      (status === "open" || resolved_by !== null)
  )
}

function standsFor(details: ExceptionRow["details"]): string | null {
  return details?.medusa_refund_id ?? null
}
