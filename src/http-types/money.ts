import { z } from "zod"
import type { Allocation, Deposit } from "../ledger/deposits"
import type { Payment } from "../ledger/payment"
import type StablecoinRefund from "../modules/stablecoin/models/refund"
import { storableText } from "../shared/storable-text"
import type { AdminOrderReference, Json, OfPayment, Page, Row } from "./lists"

/** A part of a deposit, and what it is used for. */
export type AdminAllocation = Json<Omit<Allocation, "deposit_id">> & {
  /** State of the refund: `sent_at` is null until its coins are sent. */
  refund: Pick<AdminRefund, "status" | "sent_at"> | null
  /** The order that kept money paid for. */
  order:
    | (AdminOrderReference & {
        /** The sum that it asks for beyond all money used for it, or "0.00". */
        missing: string
        currency: string
      })
    | null
}

/** The coins of a deposit by source, which may differ. */
export type ReportedCoins = {
  /** As the gateway last reported them. */
  reported: Pick<Deposit, "amount" | "currency"> | null
  /** As the network shows them. */
  shown: Pick<Deposit, "amount" | "currency"> | null
}

/** Money that arrived, or is reported to have arrived. */
export type AdminDeposit = Json<
  Omit<Deposit, "log_index" | "gateway_reference">
> &
  ReportedCoins & {
    /** The part without a use yet, an exact decimal. */
    unallocated: string
    /** Oldest first. */
    allocations: AdminAllocation[]
    /** Of its payment. */
    order: AdminOrderReference | null
  }

/** `GET /admin/stablecoin/deposits/:id`. */
export type AdminDepositResponse = { deposit: AdminDeposit }

export type AdminRefund = OfPayment &
  Row<typeof StablecoinRefund> & {
    /** The exception that stands for it until it is sent. */
    due_exception_id: string | null
    /** The payment whose money goes back. */
    payment:
      | (Pick<Payment, "mode" | "proof_status" | "deposit_id"> & {
          /** The rate that it was paid at; null for a dollar a coin. */
          rate: string | null
        })
      | null
    /** The deposit that goes back. */
    deposit:
      | (Pick<AdminDeposit, "amount" | "currency" | "reported" | "shown"> & {
          /** Address that it came from, if the network showed it. */
          sender: string | null
          /** Whether the gateway has reported it as paid. */
          is_confirmed: boolean
        })
      | null
  }

/** `GET /admin/stablecoin/refunds`. */
export type AdminRefundsResponse = Page & { refunds: AdminRefund[] }

/** A sum in a stablecoin. */
export const sumOfCoins = z.string().regex(/^\d{1,30}(\.\d{1,2})?$/, {
  error: 'must be a decimal with at most two digits, such as "10.50"',
})

/**
 * `POST /admin/stablecoin/refunds/:id`. The ledger validates addresses and
 * hashes, whose formats depend on the refund's chain.
 */
export const UpdateRefund = z.strictObject({ refund_to: storableText })
export type AdminUpdateRefund = z.input<typeof UpdateRefund>

/** `POST /admin/stablecoin/refunds/:id/sent`. */
export const MarkRefundSent = z.strictObject({
  tx_hash: storableText,
  refund_to: storableText.optional(),
  /** Whether the transfer may have paid other refunds too. */
  shared_transfer: z.boolean().optional(),
})
/** With the amount that the merchant saw. Another one is refused. */
export const SendRefund = MarkRefundSent.extend({
  shown_amount: sumOfCoins.optional(),
})
export type AdminMarkRefundSent = z.input<typeof SendRefund>

/** `POST /admin/stablecoin/refunds/:id/price`: how much a refund due sends. */
export const PriceRefund = z.strictObject({
  /** The payment's own price, or the rate of now. */
  price: z.enum(["payment", "today"]),
  /** The amount that the merchant saw, in coins. Another one is refused. */
  shown_amount: sumOfCoins,
})
export type AdminPriceRefund = z.input<typeof PriceRefund>

/** The coins of a refund at the rate of now. */
export type RefundToday = { rate: string; amount: string }

export type AdminRefundDetail = AdminRefund & {
  /** Null where nothing can be chosen: it is sent, or has no rate. */
  today: RefundToday | null
}

/**
 * `GET /admin/stablecoin/refunds/:id`, and the response to a change of a
 * refund.
 */
export type AdminRefundResponse = { refund: AdminRefundDetail }
