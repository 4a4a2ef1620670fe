import type { AdminPayment } from "../../../http-types"
import { networkName } from "../on-chain"
import {
  BADGE,
  type Columns,
  columnsOf,
  createdColumn,
  customerColumn,
  markMode,
  modeColumn,
} from "../resource/columns"
import type { FilterName } from "../resource/filters"
import { ResourceTable } from "../resource/resource-table"
import { RowLink } from "../resource/row-link"
import {
  AttentionBadge,
  DoubtBadge,
  PaymentStatusBadge,
} from "../resource/status-badges"

const column = columnsOf<AdminPayment>()

const columns: Columns<AdminPayment> = (texts, rows) => {
  const { t, coins } = texts
  return [
    column("id", t("common.fields.order"), ({ id, order }) => {
      const number = order && `#${order.display_id}`
      return (
        <RowLink
          plain
          resource="payments"
          id={id}
          label={t("common.table.open", {
            what: `${t("payments.one")} ${number ?? id}`,
          })}
        >
          {number ?? "—"}
        </RowLink>
      )
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
      (payment) => (
        <span className="flex flex-col items-start gap-1 py-2 2xl:flex-row 2xl:items-center 2xl:gap-2">
          <PaymentStatusBadge payment={payment} />
          <AttentionBadge payment={payment} />
          <DoubtBadge payment={payment} />
        </span>
      ),
      BADGE
    ),
    column("received", t("payments.fields.received"), ({ received }) =>
      received ? coins(received.amount, received.currency) : "—"
    ),
    customerColumn(texts),
    createdColumn(texts),
    column("chain", t("common.fields.network"), ({ chain, rail }) =>
      chain ? networkName(chain) : t(`common.rail.${rail}`)
    ),
    ...modeColumn(texts, rows),
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
      mark={markMode}
    />
  )
}
