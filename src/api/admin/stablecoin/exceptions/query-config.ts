import type { AdminException } from "../../../../http-types"
import { orderOfItsPayment } from "../orders-of"
import { railOfItsPayment } from "../rails-of"
import type { Rows } from "../rows"

export const exceptions: Rows<AdminException> = {
  entity: "stablecoin_exception",
  one: "exception",
  made: { order: orderOfItsPayment, rail: railOfItsPayment },
  list: (desk, request) => desk.listExceptions(request),
}

export const exceptionFields = [
  "id",
  "kind",
  "message",
  "details",
  "payment_id",
  "delivery_id",
  "status",
  "resolution",
  "note",
  "resolved_by",
  "resolved_at",
  "created_at",
  "updated_at",
  "order",
  "rail",
]

/** Nothing but these can be asked for, by `fields` or `order`. */
export const listExceptionsConfig = {
  defaults: exceptionFields,
  allowed: exceptionFields,
  isList: true,
}

export const retrieveExceptionConfig = {
  ...listExceptionsConfig,
  isList: false,
}
