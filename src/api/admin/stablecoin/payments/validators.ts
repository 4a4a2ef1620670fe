import { z } from "@medusajs/framework/zod"
import { createSelectParams } from "@medusajs/medusa/api/utils/validators"
import { PAYMENT_STATUSES, RAILS } from "../../../../ledger"
import { listParams, oneOrMore } from "../list-params"

export const ListPaymentsParams = listParams.omit({ payment_id: true }).extend({
  rail: oneOrMore(z.enum(RAILS)),
  status: oneOrMore(z.enum(PAYMENT_STATUSES)),
  chain: oneOrMore(z.string()),
  currency: oneOrMore(z.string()),
  mode: oneOrMore(z.string()),
  account: oneOrMore(z.string()),
  payment_collection_id: oneOrMore(z.string()),
  cart_id: oneOrMore(z.string()),
  order_id: oneOrMore(z.string()),
  /** Hosted payments whose end the gateway never told. */
  never_answered: z.literal("true").optional(),
})

export const GetPaymentParams = createSelectParams()
