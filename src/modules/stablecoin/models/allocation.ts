import { model } from "@medusajs/framework/utils"
import { type Allocation, ALLOCATION_KINDS } from "../../../ledger"

/** A part of a deposit, and what it is used for. See src/ledger/deposits.ts. */
const StablecoinAllocation = model
  .define("stablecoin_allocation", {
    id: model.id({ prefix: "stall" }).primaryKey(),
    deposit_id: model.text(),
    kind: model.enum([...ALLOCATION_KINDS]),
    amount: model.text(),
    refund_id: model.text().nullable(),
    order_id: model.text().nullable(),
    cart_amount: model.text().nullable(),
    reason: model.text().nullable(),
    allocated_by: model.text().nullable(),
  } satisfies Record<Exclude<keyof Allocation, "created_at">, unknown>)
  .indexes([
    { on: ["deposit_id"] },
    { on: ["order_id"], where: "order_id IS NOT NULL" },
    { on: ["refund_id"], unique: true, where: "refund_id IS NOT NULL" },
    { on: ["deposit_id", "kind"], unique: true, where: "kind = 'capture'" },
  ])

export default StablecoinAllocation
