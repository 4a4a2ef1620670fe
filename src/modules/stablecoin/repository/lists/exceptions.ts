import type {
  AdminException,
  AdminExceptionDetail,
} from "../../../../http-types"
import {
  EXCEPTION_GROUPS,
  EXCEPTION_KINDS,
  EXCEPTION_NAMES,
  EXCEPTION_PROBLEMS,
  EXCEPTION_TRAITS,
  type ExceptionGroup,
} from "../../../../ledger"
import { TABLE } from "../tables"
import {
  CUSTOMER,
  inSql,
  type List,
  OF_MEDUSA,
  ORDER,
  ORDER_MISSING,
} from "./list"
import { ofNamedPayment } from "./search"

/** A single exception, as far as tables have its fields. */
export type StoredException = Omit<AdminExceptionDetail, "held" | "deposit">

const namesOf = (group: ExceptionGroup) =>
  EXCEPTION_NAMES.filter((name) => EXCEPTION_TRAITS[name].group === group)

const REASONS = [
  ...new Set(EXCEPTION_PROBLEMS.flatMap(({ reason }) => reason ?? [])),
]

/** SQL of a text for each group; a problem of a later version is `money`. */
const byGroup = (textOf: (group: ExceptionGroup) => string) =>
  `CASE ${EXCEPTION_GROUPS.filter((group) => group !== "money")
    .map(
      (group) =>
        `WHEN concat_ws('.', exception.kind, exception.reason)
          IN ${inSql(namesOf(group))} THEN ${textOf(group)}`
    )
    .join(" ")} ELSE ${textOf("money")} END`

const GROUP = byGroup((group) => `'${group}'`)

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
    details: true,
    payment_id: true,
    deposit_id: true,
    webhook_event_id: true,
    status: true,
    group: GROUP,
    resolution: true,
    note: true,
    resolved_by: true,
    resolved_at: true,
    created_at: true,
    updated_at: true,
    refund: `(SELECT jsonb_build_object(
        'amount', amount, 'currency', currency, 'chain', chain,
        'status', status)
      FROM ${TABLE.refund} WHERE id = exception.details ->> 'refund_id'
        AND deleted_at IS NULL)`,
    order: ORDER,
    rail: "COALESCE(payment.rail, exception.details ->> 'rail')",
    customer: CUSTOMER,
  },
  details: {
    order_missing: ORDER_MISSING,
    payment: `CASE WHEN payment.id IS NOT NULL THEN jsonb_build_object(
      'amount', payment.amount, 'currency', payment.currency,
      'chain', payment.chain, 'status', payment.status, 'mode', payment.mode,
      'destination_address', payment.destination_address,
      'found_instead', payment.proof -> 'found_instead') END`,
  },
  filters: {
    payment_id: {},
    status: { values: ["open", "resolved"] },
    group: {
      values: EXCEPTION_GROUPS,
      where: `${GROUP} = ANY(:values)`,
    },
    kind: { values: EXCEPTION_KINDS },
    reason: { values: REASONS },
  },
  order: "group",
  // Open ones first, and in each group those that wait longest.
  sorts: {
    group: {
      key: `CASE WHEN exception.status = 'open' THEN ${byGroup((group) =>
        String(EXCEPTION_GROUPS.indexOf(group))
      )} ELSE ${EXCEPTION_GROUPS.length} END`,
      type: "int",
    },
  },
  // A refund due is listed as the refund itself.
  preset: { unless: ["id", "kind"], where: "exception.kind <> 'refund_due'" },
  search: () =>
    `exception.id = :q OR exception.webhook_event_id = :q
     OR lower(exception.details ->> 'tx_hash') = :lower
     OR ${ofNamedPayment("exception")}
     OR exception.status = 'open' AND (
       replace(exception.kind, '_', ' ') ILIKE :part
       OR exception.kind ILIKE :part OR exception.reason ILIKE :part
       OR exception.note ILIKE :part OR EXISTS (
         SELECT FROM jsonb_each_text(exception.details) AS detail
         WHERE detail.value ILIKE :part))`,
}
