import type {
  AdminException,
  AdminExceptionDetail,
} from "../../../../http-types"
import { EXCEPTION_KINDS, EXCEPTION_REASONS } from "../../../../ledger"
import { TABLE } from "../tables"
import type { List } from "./list"
import { CUSTOMER, OF_MEDUSA, ORDER } from "./of-medusa"
import { ofNamedPayment } from "./search"

/** A single exception, as far as tables have its fields. */
export type StoredException = Omit<AdminExceptionDetail, "held" | "deposit">

export const EXCEPTIONS: List<AdminException, StoredException> = {
  one: "exception",
  many: "exceptions",
  table: TABLE.exception,
  joins: `LEFT JOIN ${TABLE.payment} AS payment
    ON payment.id = exception.payment_id ${OF_MEDUSA}`,
  fields: {
    id: true,
    kind: true,
    reason: true,
    message: true,
    details: true,
    payment_id: true,
    deposit_id: true,
    webhook_event_id: true,
    status: true,
    resolution: true,
    note: true,
    resolved_by: true,
    resolved_at: true,
    created_at: true,
    updated_at: true,
    refund: `(SELECT jsonb_build_object(
        'amount', amount, 'currency', currency, 'chain', chain,
        'status', status, 'proof_status', proof_status, 'proof', proof)
      FROM ${TABLE.refund} WHERE id = exception.details ->> 'refund_id'
        AND deleted_at IS NULL)`,
    order: ORDER,
    rail: "payment.rail",
    customer: CUSTOMER,
  },
  details: {
    payment: `CASE WHEN payment.id IS NOT NULL THEN jsonb_build_object(
      'amount', payment.amount, 'currency', payment.currency,
      'chain', payment.chain, 'status', payment.status, 'mode', payment.mode,
      'found_instead', payment.proof -> 'found_instead') END`,
  },
  filters: {
    payment_id: {},
    status: { values: ["open", "resolved"] },
    kind: { values: EXCEPTION_KINDS },
    reason: { values: EXCEPTION_REASONS },
  },
  // A refund due is listed as the refund itself.
  preset: { unless: ["id", "kind"], where: "exception.kind <> 'refund_due'" },
  search: () =>
    `exception.id = :q OR exception.webhook_event_id = :q
     OR lower(exception.details ->> 'tx_hash') = :lower
     OR ${ofNamedPayment("exception")}
     OR exception.status = 'open' AND (exception.kind ILIKE :part
       OR exception.reason ILIKE :part OR exception.message ILIKE :part
       OR exception.note ILIKE :part)`,
}
