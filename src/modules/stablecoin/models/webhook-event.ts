import { model } from "@medusajs/framework/utils"
import { RAILS } from "../../../ledger"
import { WEBHOOK_EVENT_STATUSES } from "../repository/statuses"

/**
 * A webhook as received. `body` is the text whose UTF-8 bytes were signed.
 * Bodies that are not valid UTF-8 are rejected before they are stored. The
 * migration adds the index of rows without a body, and that of the list.
 */
const StablecoinWebhookEvent = model
  .define("stablecoin_webhook_event", {
    id: model.id({ prefix: "stwhe" }).primaryKey(),
    rail: model.enum([...RAILS]),
    event: model.text().searchable(),
    digest: model.text(),
    /** Null once erased: of another shop's order, or of a forgotten customer. */
    body: model.text().searchable().nullable(),
    /** The payments that its signature covers: a list of SignerScope. */
    signed_for: model.json(),
    /** Kept while no secret has confirmed it, to verify it again. */
    signature: model.text().nullable(),
    payment_id: model.text().searchable().nullable(),
    /** Whether it reports a payment, and so goes ahead of all others. */
    reports_money: model.boolean().default(false),
    status: model.enum([...WEBHOOK_EVENT_STATUSES]).default("received"),
    /** Number of times it was claimed to be processed. */
    attempts: model.number().default(0),
    next_attempt_at: model.dateTime().nullable(),
    error: model.text().nullable(),
  })
  .indexes([
    { on: ["digest"], unique: true },
    { on: ["payment_id"], where: "payment_id IS NOT NULL" },
    {
      name: "IDX_stablecoin_webhook_event_unverified",
      on: ["payment_id"],
      where: "signature IS NOT NULL",
    },
    { on: ["next_attempt_at"], where: "next_attempt_at IS NOT NULL" },
  ])

export default StablecoinWebhookEvent
