import type {
  AdminException,
  AdminExceptionDetail,
} from "../../../../http-types"
import { depositOfRow } from "../deposits/query-config"
import { fieldsOf } from "../fields-of"
import { customerOfItsPayment } from "../customers-of"
import { orderOfItsPayment } from "../orders-of"
import { paymentOfRow, railOfItsPayment } from "../payment-of"
import type { Rows } from "../rows"
import { heldByException } from "./held-money"

const table: Omit<Rows<never>, "row"> = {
  entity: "stablecoin_exception",
  one: "exception",
  made: {
    order: orderOfItsPayment,
    rail: railOfItsPayment,
    customer: customerOfItsPayment,
  },
  list: (repository, request) => repository.exceptions.list(request),
}

export const exceptions: Rows<AdminException> = table

/** One exception, with the fields that its list omits. */
export const exceptionDetail: Rows<AdminExceptionDetail> = {
  ...table,
  made: {
    ...table.made,
    held: heldByException,
    deposit: depositOfRow,
    payment: paymentOfRow,
  },
}

export const exceptionFields = fieldsOf<AdminException>()([
  "id",
  "kind",
  "reason",
  "message",
  "details",
  "payment_id",
  "deposit_id",
  "webhook_event_id",
  "status",
  "resolution",
  "note",
  "resolved_by",
  "resolved_at",
  "created_at",
  "updated_at",
  "order",
  "rail",
  "customer",
])

export const exceptionDetailFields = [
  ...exceptionFields,
  ...fieldsOf<Omit<AdminExceptionDetail, keyof AdminException>>()([
    "held",
    "deposit",
    "payment",
  ]),
]
