import { model } from "@medusajs/framework/utils"
import { RAILS } from "../../../ledger"
import type { DepositRow } from "../repository/tables"

/**
 * Money that arrived, or is reported to have arrived: see `Deposit` in
 * src/ledger/deposits.ts. The migration adds the unique indexes that make each
 * transfer one row, those of the list, and the sums of its allocations.
 */
const StablecoinDeposit = model
  .define("stablecoin_deposit", {
    id: model.id({ prefix: "stdep" }).primaryKey(),
    payment_id: model.text().nullable(),
    rail: model.enum([...RAILS]),
    mode: model.text().nullable(),
    amount: model.text(),
    currency: model.text(),
    reported: model.json().nullable(),
    shown: model.json().nullable(),
    chain: model.text().nullable(),
    tx_hash: model.text().nullable(),
    log_index: model.number().nullable(),
    gateway_reference: model.text().nullable(),
    sender: model.text().nullable(),
    destination_address: model.text().nullable(),
    block_number: model.number().nullable(),
    arrived_at: model.dateTime(),
    confirmed_at: model.dateTime().nullable(),
    seen_at: model.dateTime().nullable(),
    /** When the plugin looked for its payment; null for a transfer to match. */
    matched_at: model.dateTime().nullable(),
  } satisfies Record<
    Exclude<keyof DepositRow, "created_at" | "allocated" | "unallocated">,
    unknown
  >)
  .indexes([
    { on: ["payment_id"] },
    { on: ["arrived_at"], where: "seen_at IS NOT NULL AND matched_at IS NULL" },
    {
      on: ["destination_address"],
      where: "seen_at IS NOT NULL AND matched_at IS NULL",
    },
  ])

export default StablecoinDeposit
