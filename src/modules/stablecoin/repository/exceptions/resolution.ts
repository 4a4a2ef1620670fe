import type {
  Fact,
  OrderState,
  Payment,
  UnassignedMoney,
} from "../../../../ledger"
import type { Applied } from "../payments/payments"
import type {
  UnassignedRefund,
  UnassignedRefundRefusal,
} from "../refunds/refund-unassigned-money"
import type { ExceptionRow, RefundRow } from "../tables"
import type { OpenedException } from "./exceptions"

/** The merchant's choice, with a note. */
export type Resolution = {
  exception_id: string
  note: string
  /** Medusa's id of the actor who resolves it. */
  by: string
} & (
  | { action: "retry" }
  | { action: "refund"; refund?: Omit<UnassignedRefund, "tx_hash"> }
  | {
      action: "close"
      sent?: Omit<UnassignedRefund, "reason"> & { tx_hash: string }
      /** Size of the group that the merchant has read; absent: any size. */
      count?: number
    }
)

/** State that was read before the rows were locked. */
export type ResolutionContext = {
  /** The payment's state at the gateway, where a retry reads it. */
  fact?: Fact | null
  medusa?: OrderState
}

export type ResolvedException =
  | {
      exception_id: string
      /** The payment to settle now: retried, accepted or taken over. */
      settles: string | null
      /** The refund that is due now, or was recorded as sent. */
      refund: RefundRow | null
      opened: OpenedException[]
      /** The effect of the gateway's state. */
      applied: Applied | null
    }
  | {
      refused:
        "unknown_exception" | "already_resolved" | "not_retriable" | "hash_used"
    }
  | { refused: "refund_is_due"; refund_id: string }
  /** `count`: size of the group now. */
  | { refused: "group_grew"; count: number }
  /**
   * `note`: of the earlier exception that was resolved with the payment's
   * money.
   */
  | { refused: "resolved_before"; note: string }
  | { refused: "order_missing"; held: UnassignedMoney }
  | UnassignedRefundRefusal

export type ResolutionRefusal = Extract<ResolvedException, { refused: string }>

/** An exception and its payment, both locked. */
export type LockedException = {
  exception: ExceptionRow
  payment: Payment | null
  now: Date
}
