import type { RefundExport } from "../../../../../modules/stablecoin/types"
import { type ExportColumn, exportRows } from "../../export"
import { cartColumns, coinColumns, rowColumns } from "../../export-columns"

/** Amounts are exact decimals, times ISO 8601 in UTC. */
const refundColumns: readonly ExportColumn<RefundExport>[] = [
  ...rowColumns,
  ["status", ({ status }) => status],
  ...coinColumns,
  ["amount", ({ amount }) => amount],
  ["send_to", ({ refund_to }) => refund_to],
  ["transfer", ({ tx_hash }) => tx_hash],
  ["proof_status", ({ proof_status }) => proof_status],
  ["reason", ({ reason }) => reason],
  ["created_at", ({ created_at }) => created_at.toISOString()],
  ["sent_at", ({ sent_at }) => sent_at?.toISOString() ?? null],
  ["sent_by", ({ sent_by }) => sent_by],
  ...cartColumns,
  ["payment_id", ({ payment_id }) => payment_id],
  ["order_id", ({ order_id }) => order_id],
  ["exception_id", ({ exception_id }) => exception_id],
  ["medusa_refund_id", ({ medusa_refund_id }) => medusa_refund_id],
]

export const GET = exportRows({
  name: "stablecoin-refunds",
  columns: refundColumns,
  start: (exports, request) => exports.refunds(request),
})
