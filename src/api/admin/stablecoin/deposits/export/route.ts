import type { DepositExport } from "../../../../../modules/stablecoin/types"
import { type ExportColumn, exportRows } from "../../export"
import { coinColumns, rowColumns } from "../../export-columns"

/** Amounts are exact decimals, times ISO 8601 in UTC. */
const depositColumns: readonly ExportColumn<DepositExport>[] = [
  ...rowColumns,
  ...coinColumns,
  ["amount", ({ amount }) => amount],
  ["captured", ({ captured }) => captured],
  ["refunded", ({ refunded }) => refunded],
  ["kept", ({ kept }) => kept],
  ["unallocated", ({ unallocated }) => unallocated],
  ["reasons", ({ reasons }) => reasons],
  ["transaction_hash", ({ tx_hash }) => tx_hash],
  ["sender", ({ sender }) => sender],
  ["pay_to_address", ({ destination_address }) => destination_address],
  ["arrived_at", ({ arrived_at }) => arrived_at.toISOString()],
  ["confirmed_at", ({ confirmed_at }) => confirmed_at?.toISOString() ?? null],
  ["seen_at", ({ seen_at }) => seen_at?.toISOString() ?? null],
  ["recorded_at", ({ created_at }) => created_at.toISOString()],
  ["customer_email", ({ customer_email }) => customer_email],
  ["payment_id", ({ payment_id }) => payment_id],
  ["order_id", ({ order_id }) => order_id],
]

export const GET = exportRows({
  name: "stablecoin-deposits",
  columns: depositColumns,
  start: (exports, request) => exports.deposits(request),
})
