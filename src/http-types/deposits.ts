import type { AllocationKind } from "../ledger/deposits"
import type { Rail } from "../ledger/rails"
import type { AdminCoins, AdminOrderReference, Page } from "./lists"
import type { AdminRefund } from "./refunds"

/** An order, and what it asks for beyond all money that is used for it. */
export type AdminServedOrder = AdminOrderReference & {
  /** Exact decimal in the order's currency; "0.00" for nothing. */
  missing: string
  currency: string
}

/** A part of a deposit, and what it is used for. */
export type AdminAllocation = {
  id: string
  kind: AllocationKind
  /** Exact decimal in the deposit's coin. */
  amount: string
  refund_id: string | null
  /** State of the refund: `sent_at` is null until its coins are sent. */
  refund: Pick<AdminRefund, "status" | "sent_at"> | null
  order_id: string | null
  /** The order that kept money paid for. */
  order: AdminServedOrder | null
  reason: string | null
  /** Medusa's id of the user; null for the plugin itself. */
  allocated_by: string | null
  created_at: string
}

/** Money that arrived, or is reported to have arrived. Dates are ISO 8601. */
export type AdminDeposit = AdminCoins & {
  id: string
  /** Null while its payment is unknown. */
  payment_id: string | null
  rail: Rail
  mode: string | null
  tx_hash: string | null
  /** Address that it came from; null if unknown. */
  sender: string | null
  destination_address: string | null
  arrived_at: string
  /** When the gateway reported it as paid. */
  confirmed_at: string | null
  /** When its network first showed it as final. */
  seen_at: string | null
  created_at: string
  /** The part without a use yet, an exact decimal. */
  unallocated: string
  /** Oldest first. */
  allocations: AdminAllocation[]
  /** Of its payment. */
  order: AdminOrderReference | null
}

/** `GET /admin/stablecoin/deposits`. */
export type AdminDepositsResponse = Page & { deposits: AdminDeposit[] }

/** `GET /admin/stablecoin/deposits/:id`. */
export type AdminDepositResponse = { deposit: AdminDeposit }
