import { networkName } from "../code-text"
import {
  createdColumn,
  customerColumn,
  networkColumn,
} from "../resource/columns"
import { listOf } from "../resource/resource-table"
import { RowLink } from "../resource/row-link"
import { PaymentBadges } from "../resource/status-badges"

export const PaymentsTable = listOf({
  resource: "payments",
  filters: [
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
  ],
  isExported: true,
  columns(texts, column) {
    const { t, coins } = texts
    return [
      column("id", t("common.fields.order"), (payment) => {
        const number = payment.order && `#${payment.order.display_id}`
        const what = `${t("payments.one")} ${number ?? payment.id}`
        const label = t("common.table.open", { what })
        return (
          <RowLink resource="payments" id={payment.id} aria-label={label}>
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
      column("status", t("common.fields.status"), (payment) => (
        <PaymentBadges payment={payment} />
      )),
      column("received", t("payments.fields.received"), ({ received }) =>
        received ? coins(received.amount, received.currency) : "—"
      ),
      customerColumn(texts),
      createdColumn(texts),
      networkColumn(texts, ({ chain, rail }) =>
        chain ? networkName(chain) : t(`common.rail.${rail}`)
      ),
    ]
  },
})
