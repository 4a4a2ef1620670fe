import type { AdminResolveException } from "../../../../http-types"
import type { Fact, HeldMoney, Part, Payment } from "../../../../ledger"
import type { LockedDeposit } from "../deposits/allocations"
import type { Applied } from "../payments/payments"
import type { ExceptionRow, RefundRow } from "../tables"
import type { OpenedException } from "./exceptions"
import type { CapturedState } from "./held"

/** The merchant's choice, with a note. */
export type Resolution = AdminResolveException & {
  exception_id: string
  /** Medusa's id of the actor who resolves it. */
  by: string
}

export type Closing = Extract<Resolution, { action: "close" }>

/** State that was read before the rows were locked. */
export type ResolutionContext = {
  /** The payment's state at the gateway, where a retry reads it. */
  fact?: Fact | null
  medusa?: CapturedState
}

/** An exception with its payment and its deposit, all locked. */
export type LockedException = {
  exception: ExceptionRow
  payment: Payment | null
  deposit: LockedDeposit | null
  held: HeldMoney | null
  medusa: CapturedState | undefined
  now: Date
}

/** The effect of a resolution on the exception's money. */
export type Effect = {
  /** The refund that is due now, or was recorded as sent. */
  refund?: RefundRow
  /** Captured part that Medusa has to refund. The exception stays open. */
  refunds_capture?: Part
  opened?: OpenedException[]
  /** Whether a part is left, which the exception still is about. */
  isPart?: boolean
}

/** The changes that a resolution made. */
export type ResolvedException = Effect & {
  /** The payment to settle now. */
  settles: string | null
  /** The effect of the gateway's state. */
  applied: Applied | null
}
