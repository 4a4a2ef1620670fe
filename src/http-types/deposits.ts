import type { Allocation, Deposit } from "../ledger/deposits"
import type { AdminOrderReference, Json } from "./lists"
import type { AdminRefund } from "./refunds"

/** A part of a deposit, and what it is used for. */
export type AdminAllocation = Json<Omit<Allocation, "deposit_id">> & {
  /** State of the refund: `sent_at` is null until its coins are sent. */
  refund: Pick<AdminRefund, "status" | "sent_at" | "proof_status"> | null
  /** The order that kept money paid for. */
  order:
    | (AdminOrderReference & {
        /** The sum that it asks for beyond all money used for it, or "0.00". */
        missing: string
        currency: string
        /** Where its buyer can pay that; null for nowhere. */
        payment_collection_id: string | null
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
