import { model } from "@medusajs/framework/utils"

/**
 * A payment problem that needs the merchant. The migration adds indexes for the
 * list and its search.
 */
const StablecoinException = model
  .define("stablecoin_exception", {
    id: model.id({ prefix: "stexc" }).primaryKey(),
    /** Identifies the problem, so that it is opened once. */
    key: model.text(),
    payment_id: model.text().searchable().nullable(),
    /** The deposit that it is about. */
    deposit_id: model.text().nullable(),
    webhook_event_id: model.text().nullable(),
    /**
     * One of EXCEPTION_KINDS. Text, so that a new kind does not change the
     * table.
     */
    kind: model.text(),
    /** One of the reasons of its kind, or null where it has none. */
    reason: model.text().nullable(),
    details: model.json().nullable(),
    status: model.enum(["open", "resolved"]).default("open"),
    /**
     * The merchant's choice, one of RESOLUTIONS. Null while open, and where
     * settling closed it.
     */
    resolution: model.text().nullable(),
    note: model.text().searchable().nullable(),
    resolved_by: model.text().nullable(),
    resolved_at: model.dateTime().nullable(),
    /**
     * When its problem was last found. A retry of the merchant that changes
     * nothing does not count.
     */
    opened_at: model.dateTime(),
  })
  .indexes([
    { on: ["key"], unique: true },
    { on: ["payment_id"] },
    { on: ["deposit_id"], where: "deposit_id IS NOT NULL" },
    { on: ["status", "created_at"] },
  ])

export default StablecoinException
