import { z } from "zod"
import {
  type ExceptionGroup,
  type ExceptionResolution,
  RESOLUTIONS,
} from "../ledger/exceptions"
import type { HeldMoney } from "../ledger/held-money"
import type { Payment } from "../ledger/payment"
import type { Rail } from "../ledger/rails"
import type StablecoinException from "../modules/stablecoin/models/exception"
import { storableText } from "../shared/storable-text"
import type { AdminCoins, OfPayment, Page, Row } from "./lists"
import {
  type AdminDeposit,
  type AdminRefund,
  MarkRefundSent,
  sumOfCoins,
} from "./money"

export type AdminException = OfPayment &
  Omit<Row<typeof StablecoinException>, "key" | "opened_at"> & {
    /** Sums, ids and causes. */
    details: Record<string, string | null> | null
    group: ExceptionGroup
    /** Null while open, and where settling resolved it. */
    resolution: ExceptionResolution | null
    /** The refund that it is about, with the network's answer. */
    refund: (AdminCoins & Pick<AdminRefund, "status">) | null
    /** Of the exception's payment. */
    rail: Rail | null
  }

export type AdminExceptionDetail = AdminException & {
  /**
   * Money that resolving it may send back now, less earlier refunds. Null where
   * nothing is left.
   */
  held: HeldMoney | null
  /** The deposit that it is about, with its uses. */
  deposit: AdminDeposit | null
  /** The amount that its order lacks, an exact decimal; null without an order. */
  order_missing: string | null
  /** Amount due, mode and address of its payment. */
  payment:
    | (AdminCoins &
        Pick<Payment, "status" | "destination_address" | "mode"> & {
          /** Transfers that the network shows instead, if it contradicts. */
          found_instead: string | null
        })
    | null
}

/** `GET /admin/stablecoin/exceptions`. */
export type AdminExceptionsResponse = Page & { exceptions: AdminException[] }

/** `GET /admin/stablecoin/exceptions/:id`. */
export type AdminExceptionResponse = { exception: AdminExceptionDetail }

const reason = storableText.trim().min(1).max(500).optional()

const decision = {
  /** Findings or actions of the merchant. */
  note: storableText.trim().min(1).max(2000),
  /**
   * The amount that was read as `held.amount`, required where that is not null.
   * The response is 409 when it has changed since.
   */
  held: z
    .string()
    .regex(/^\d{1,30}(\.\d{1,30})?$/, { error: "must be held.amount as read" })
    .optional(),
}

/** Body of `POST /admin/stablecoin/exceptions/:id/resolve`. */
export const ResolveException = z.discriminatedUnion(
  "action",
  [
    /** Settles the payment again. The exception is reopened when that fails. */
    z.strictObject({ action: z.literal("retry"), ...decision }),
    /**
     * Opens a refund due for the money that the exception holds: all of it, or
     * `amount`.
     */
    z.strictObject({
      action: z.literal("refund"),
      ...decision,
      refund: z
        .strictObject({
          amount: sumOfCoins.optional(),
          reason,
          refund_to: storableText.optional(),
        })
        .optional(),
    }),
    /** Gives a deposit of unknown origin to a payment. */
    z.strictObject({
      action: z.literal("assign"),
      ...decision,
      payment_id: storableText,
    }),
    /** States where the money is: `sent`, `order_id` or `kept`. */
    z.strictObject({
      action: z.literal("close"),
      ...decision,
      /**
       * The transfer by which the merchant already sent the money back. It is
       * recorded as a sent refund.
       */
      sent: MarkRefundSent.extend({ amount: sumOfCoins.optional() }).optional(),
      /** The order by which the buyer got the goods. */
      order_id: storableText.optional(),
      /** Whether that order may be of another customer. */
      other_customer: z.boolean().optional(),
      /** Why the merchant keeps the money. */
      kept: reason,
    }),
  ],
  { error: `action must be one of ${RESOLUTIONS.join(", ")}` }
)
export type AdminResolveException = z.input<typeof ResolveException>

/**
 * `POST /admin/stablecoin/exceptions/:id/resolve`, with the refund that it
 * opened or recorded. The exception stays open while a part of its money is left.
 */
export type AdminResolveResponse = {
  exception: AdminExceptionDetail
  refund: AdminRefund | null
}
