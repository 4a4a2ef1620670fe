import type { AdminPayment } from "../../../http-types"
import { RETURN_RESULTS } from "../../../ledger/payment"
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
import {
  choiceFilter,
  dateFilter,
  flagFilter,
  moneyFilters,
  statusFilter,
  type Filters,
} from "../resource/filters"
import { ResourceTable } from "../resource/resource-table"
import { RowLink } from "../resource/row-link"
import {
  AttentionBadge,
  DoubtBadge,
  PaymentStatusBadge,
} from "../resource/status-badges"
import { statusesOf } from "../resource/statuses"

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

const filters: Filters = (texts) => {
  const { t } = texts
  return [
    statusFilter(texts, "payments", (status) => t(`payments.status.${status}`)),
    flagFilter(texts, "needs_attention", t("payments.attention")),
    flagFilter(texts, "never_answered", t("payments.status.unanswered")),
    choiceFilter(
      "returned_result",
      t("payments.fields.returned"),
      RETURN_RESULTS,
      (result) => t(`payments.returned.${result}`)
    ),
    choiceFilter(
      "proof_status",
      t("proof.title"),
      statusesOf("proofs"),
      (status) => t(`proof.status.${status}`)
    ),
    ...moneyFilters(texts),
    dateFilter(texts),
  ]
}

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
