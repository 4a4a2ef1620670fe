import { z } from "@medusajs/framework/zod"
import { PAYMENT_STATUSES, PROOF_STATUSES, RAILS } from "../../../../ledger"
import { listParams, oneOrMore, oneOrMoreOf, text } from "../list-params"

export const listPaymentsParams = () =>
  listParams("paid_at", "amount")
    .omit({ payment_id: true })
    .extend({
      rail: oneOrMoreOf(RAILS),
      status: oneOrMoreOf(PAYMENT_STATUSES),
      chain: oneOrMore(text),
      currency: oneOrMore(text),
      mode: oneOrMore(text),
      account: oneOrMore(text),
      payment_collection_id: oneOrMore(text),
      cart_id: oneOrMore(text),
      order_id: oneOrMore(text),
      /** Payments that share one exception. */
      unanswered_group_id: oneOrMore(text),
      /** Hosted payments whose outcome the gateway never reported. */
      never_answered: z.literal("true").optional(),
      /** Payments with an open exception or a refund to send. */
      needs_attention: oneOrMoreOf(["true"]),
      /** `none`: paid on a chain, without an answer of it. */
      proof_status: oneOrMoreOf([...PROOF_STATUSES, "none"]),
    })
