import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import type { MadeField, Rows } from "../rows"
import type {
  AdminException,
  AdminExceptionDetail,
} from "../../../../http-types"
import { depositOfRow } from "../deposits/query-config"
import { fieldsOf } from "../fields-of"
import { customerOfItsPayment } from "../customers-of"
import { orderOfItsPayment } from "../orders-of"
import { paymentOfRow, railOfItsPayment } from "../payment-of"

/** The money that resolving each exception may send back now. */
const heldByException: MadeField = {
  from: ["id"],
  make: async (scope, rows) => {
    const { repository } = scope.resolve(STABLECOIN_MODULE)
    return await Promise.all(
      rows.map(({ id }) => repository.exceptions.readHeld(String(id)))
    )
  },
}

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
