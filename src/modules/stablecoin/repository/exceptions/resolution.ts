import type { Coins, Fact, HeldMoney, Payment } from "../../../../ledger"
import type { LockedDeposit } from "../deposits/allocations"
import type { NotServing } from "../medusa/serving-order"
import type { Applied } from "../payments/payments"
import type { ExceptionRow, RefundRow } from "../tables"
import type { SentRefund } from "../refunds/send-refund"
import type { TransferUsed } from "../refunds/shared-transfer"
import type { OpenedException } from "./exceptions"
import type { CapturedState } from "./held"

/** Where coins go back to, and how many. */
export type RefundChoice = {
  /** Decimal with at most two digits; absent: all that certainly arrived. */
  amount?: string
  refund_to?: string
}

/** The merchant's choice, with a note. */
export type Resolution = {
  exception_id: string
  note: string
  /** Medusa's id of the actor who resolves it. */
  by: string
  /** The unallocated amount that the merchant has read. */
  held?: string
} & (
  | { action: "retry" }
  | { action: "refund"; refund?: RefundChoice & { reason?: string } }
  | { action: "assign"; payment_id: string }
  | {
      action: "close"
      /** The transfer that sent the money back. */
      sent?: RefundChoice & Pick<SentRefund, "tx_hash" | "shared_transfer">
      /** The order by which the buyer got the goods. */
      order_id?: string
      /** Whether that order may be of another customer. */
      other_customer?: boolean
      /** Why the merchant keeps the money. */
      kept?: string
    }
)

/** State that was read before the rows were locked. */
export type ResolutionContext = {
  /** The payment's state at the gateway, where a retry reads it. */
  fact?: Fact | null
  medusa?: CapturedState
}

/** The changes that a resolution made. */
export type ResolvedException =
  | {
      exception_id: string
      /** The payment to settle now. */
      settles: string | null
      /** The refund that is due now, or was recorded as sent. */
      refund: RefundRow | null
      /** Captured money that Medusa has to refund. The exception stays open. */
      refunds_capture: { payment_id: string; amount: string } | null
      opened: OpenedException[]
      /** The effect of the gateway's state. */
      applied: Applied | null
    }
  | {
      refused:
        | "unknown_exception"
        | "already_resolved"
        | "not_retriable"
        | "nothing_held"
        | "held_required"
        | "not_assignable"
        | "unknown_payment"
        | "already_used"
    }
  | TransferUsed
  | { refused: "refund_is_due"; refund_id: string }
  /** `held`: what is left now; null for nothing. */
  | { refused: "held_changed"; held: HeldMoney | null }
  | { refused: "whereabouts_required"; held: HeldMoney }
  | { refused: "exceeds_held" | "amount_required"; held: HeldMoney }
  | { refused: "wrong_address" | "wrong_hash"; chain: string | null }
  | ({
      refused: "wrong_order"
      order_id: string
      held: Pick<Coins, "amount" | "currency">
    } & NotServing)

export type ResolutionRefusal = Extract<ResolvedException, { refused: string }>

/** An exception with its payment and its deposit, all locked. */
export type LockedException = {
  exception: ExceptionRow
  payment: Payment | null
  deposit: LockedDeposit | null
  held: HeldMoney | null
  /** Whether its money is captured for an order, also once it is closed. */
  staysCaptured: boolean
  now: Date
}

/** The effect of a resolution on the exception's money. */
export type Used = {
  refund: RefundRow | null
  refunds_capture: { payment_id: string; amount: string } | null
  opened: OpenedException[]
  /** Whether a part is left, which the exception still is about. */
  isPart: boolean
}

/** No money is used, and nothing else follows. */
export const NO_EFFECT: Used = {
  refund: null,
  refunds_capture: null,
  opened: [],
  isPart: false,
}
