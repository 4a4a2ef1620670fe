import { Aggregate } from "../aggregate"
import { readAmountDue } from "./amount-due"
import {
  coveredByOthers,
  readMedusaSession,
  readSessionToStart,
} from "./medusa-session"
import { readMedusaState } from "./medusa-state"
import { appliedMigrations } from "./migrations"
import { findStreamedPayment, readStreamedPayments } from "./streamed-payments"
import { findUnsettled } from "./unsettled"

/** Medusa's state, read from its own tables. */
export class MedusaRepository extends Aggregate {
  readonly readSession = this.bind(readMedusaSession)
  readonly readSessionToStart = this.bind(readSessionToStart)
  readonly coveredByOthers = this.bind(coveredByOthers)
  readonly readAmountDue = this.bind(readAmountDue)
  readonly readState = this.bind(readMedusaState)
  readonly findUnsettled = this.bind(findUnsettled)
  readonly findStreamedPayment = this.bind(findStreamedPayment)
  readonly readStreamedPayments = this.bind(readStreamedPayments)
  readonly appliedMigrations = this.bind(appliedMigrations)
}
