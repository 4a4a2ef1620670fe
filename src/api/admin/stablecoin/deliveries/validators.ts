import { z } from "@medusajs/framework/zod"
import { createSelectParams } from "@medusajs/medusa/api/utils/validators"
import { RAILS } from "../../../../ledger"
import { DELIVERY_STATUSES } from "../../../../modules/stablecoin/models/delivery"
import { listParams, oneOrMore, text } from "../list-params"

export const ListDeliveriesParams = listParams().extend({
  status: oneOrMore(z.enum(DELIVERY_STATUSES)),
  rail: oneOrMore(z.enum(RAILS)),
  event: oneOrMore(text),
})

export const GetDeliveryParams = createSelectParams()
