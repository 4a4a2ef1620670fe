import { differenceOf } from "../../../../../ledger"
import type { PaymentExport } from "../../../../../modules/stablecoin/types"
import { type ExportColumn, exportRows } from "../../export"
import { cartColumns, coinColumns, rowColumns } from "../../export-columns"
import { toPaymentsRequest } from "../query-config"

/** Amounts are exact decimals, times ISO 8601 in UTC. */
const paymentColumns: readonly ExportColumn<PaymentExport>[] = [
  ...rowColumns,
  ["status", ({ status }) => status],
  ...coinColumns,
  ["amount_due", ({ amount }) => amount],
  ["received", ({ received_amount }) => received_amount],
  ["other_money", ({ other_money }) => other_money],
  ["net", ({ net_amount }) => net_amount],
  ["fee", feeOf],
  ["transaction_hash", ({ tx_hash }) => tx_hash],
  ["proof_status", ({ proof_status }) => proof_status],
  ["sender", ({ sender }) => sender],
  ["block_number", ({ block_number }) => block_number],
  ["reference", ({ reference }) => reference],
  ["pay_to_address", ({ destination_address }) => destination_address],
  ["created_at", ({ created_at }) => created_at.toISOString()],
  ["paid_at", ({ paid_at }) => paid_at?.toISOString() ?? null],
  ["expires_at", ({ expires_at }) => expires_at.toISOString()],
  ...cartColumns,
  ["order_id", ({ order_id }) => order_id],
  ["customer_id", ({ customer_id }) => customer_id],
  ["cart_id", ({ cart_id }) => cart_id],
  ["session_id", ({ session_id }) => session_id],
  [
    "payment_collection_id",
    ({ payment_collection_id }) => payment_collection_id,
  ],
  ["gateway_id", ({ gateway_id }) => gateway_id],
]

/** The gateway's fee: the amount less the net amount that it reports. */
function feeOf({ amount, net_amount }: PaymentExport): string | null {
  return net_amount === null ? null : differenceOf(amount, net_amount)
}

export const GET = exportRows({
  name: "stablecoin-payments",
  columns: paymentColumns,
  start: (exports, request) => exports.payments(toPaymentsRequest(request)),
})
