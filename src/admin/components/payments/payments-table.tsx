import type { AdminPayment } from "../../../http-types"
import { networkName } from "../on-chain"
import {
  BADGE,
  type Columns,
  columnsOf,
  createdColumn,
  customerColumn,
  firstLink,
  networkColumn,
} from "../resource/columns"
import type { FilterName } from "../resource/filters"
import { ResourceTable } from "../resource/resource-table"
import { PaymentBadges } from "../resource/status-badges"

const column = columnsOf<AdminPayment>()

const columns: Columns<"payments"> = (texts) => {
  const { t, coins } = texts
  return [
    column("id", t("common.fields.order"), (payment) => {
      const number = payment.order && `#${payment.order.display_id}`
      const what = `${t("payments.one")} ${number ?? payment.id}`
      const label = t("common.table.open", { what })
      return firstLink("payments", payment, number ?? "—", label)
    }),
    column(
      "amount",
      t("payments.columns.due"),
      ({ amount, currency }) => coins(amount, currency),
      {
        enableSorting: true,
        sortAscLabel: t("common.sorting.lowest"),
        sortDescLabel: t("common.sorting.highest"),
      }
    ),
    column(
      "status",
      t("common.fields.status"),
      (payment) => <PaymentBadges payment={payment} />,
      BADGE
    ),
    column("received", t("payments.fields.received"), ({ received }) =>
      received ? coins(received.amount, received.currency) : "—"
    ),
    customerColumn(texts),
    createdColumn(texts),
    networkColumn(texts, ({ chain, rail }) =>
      chain ? networkName(chain) : t(`common.rail.${rail}`)
    ),
  ]
}

const filters: FilterName[] = [
  "status",
  "needs_attention",
  "never_answered",
  "returned_result",
  "proof_status",
  "rail",
  "chain",
  "currency",
  "mode",
  "created_at",
]

/** Lists all payments, newest first. */
export function PaymentsTable() {
  return (
    <ResourceTable
      resource="payments"
      columns={columns}
      filters={filters}
      exports="payments"
    />
  )
}
