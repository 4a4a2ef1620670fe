import { Aggregate } from "../aggregate"
import { readAmountDue } from "./amount-due"
import { findPaymentsByEmail } from "./customers"
import {
  readDepositExports,
  readPaymentExports,
  readRefundExports,
} from "./export-rows"
import { listImbalances } from "./imbalances"
import { readMedusaSession, readSessionToStart } from "./medusa-session"
import { readMedusaState } from "./medusa-state"
import { appliedMigrations } from "./migrations"
import { scheduleOrdered, scheduleUnbalanced } from "./placed-orders"
import { findStreamedPayment, readStreamedPayments } from "./streamed-payments"
import { findUnsettled } from "./unsettled"

/** Medusa's state, read from its own tables. */
export class MedusaRepository extends Aggregate {
  readonly readSession = this.bind(readMedusaSession)
  readonly readSessionToStart = this.bind(readSessionToStart)
  readonly readAmountDue = this.bind(readAmountDue)
  readonly readState = this.bind(readMedusaState)
  readonly findPaymentsByEmail = this.bind(findPaymentsByEmail)
  readonly readPaymentExports = this.bind(readPaymentExports)
  readonly readRefundExports = this.bind(readRefundExports)
  readonly readDepositExports = this.bind(readDepositExports)
  readonly findUnsettled = this.bind(findUnsettled)
  readonly scheduleOrdered = this.bind(scheduleOrdered)
  readonly scheduleUnbalanced = this.bind(scheduleUnbalanced)
  readonly findStreamedPayment = this.bind(findStreamedPayment)
  readonly readStreamedPayments = this.bind(readStreamedPayments)
  readonly listImbalances = this.bind(listImbalances)
  readonly appliedMigrations = this.bind(appliedMigrations)
}
