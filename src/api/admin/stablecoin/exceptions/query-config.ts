import type { Rows } from "../rows"

export const exceptions: Rows = {
  entity: "stablecoin_exception",
  one: "exception",
  many: "exceptions",
}

export const exceptionFields = [
  "id",
  "kind",
  "message",
  "details",
  "payment_id",
  "delivery_id",
  "status",
  "note",
  "resolved_by",
  "resolved_at",
  "created_at",
  "updated_at",
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
