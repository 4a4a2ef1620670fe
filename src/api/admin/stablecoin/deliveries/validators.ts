import { createSelectParams } from "@medusajs/medusa/api/utils/validators"
import { RAILS } from "../../../../ledger"
import { DELIVERY_STATUSES } from "../../../../modules/stablecoin/models/delivery"
import { listParams, oneOrMore, oneOrMoreOf, text } from "../list-params"

export const listDeliveriesParams = () =>
  listParams().extend({
    status: oneOrMoreOf(DELIVERY_STATUSES),
    rail: oneOrMoreOf(RAILS),
    event: oneOrMore(text),
  })

export const getDeliveryParams = () => createSelectParams()
