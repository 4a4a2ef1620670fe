import type {
  AdminDelivery,
  AdminDeliveryResponse,
} from "../../../../http-types"
import type { Rows } from "../rows"

export const deliveries: Rows<AdminDelivery> = {
  entity: "stablecoin_delivery",
  one: "delivery",
  list: (desk, request) => desk.listDeliveries(request),
}

export const wholeDeliveries: Rows<AdminDeliveryResponse["delivery"]> = {
  ...deliveries,
  row: undefined,
}

const listFields = [
  "id",
  "rail",
  "event",
  "payment_id",
  "status",
  "attempts",
  "next_attempt_at",
  "error",
  "created_at",
  "updated_at",
]

/** With what was received, as the text that was signed. It holds no secret. */
export const deliveryFields = [...listFields, "digest", "body"]

/** Nothing but these can be asked for, by `fields` or `order`. */
export const listDeliveriesConfig = {
  defaults: listFields,
  allowed: listFields,
  isList: true,
}

export const retrieveDeliveryConfig = {
  defaults: deliveryFields,
  allowed: deliveryFields,
  isList: false,
}
