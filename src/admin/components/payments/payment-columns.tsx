import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import type { AdminPayment } from "../../../http-types"
import { columnsOf, sortedByDate } from "../../lib/columns"
import { useFormat } from "../../lib/use-format"
import { RowLink } from "../admin-link"
import { ModeText } from "../mode-badge"
import { networkName } from "../on-chain"
import { NeverAnsweredBadge, PaymentStatusBadge } from "../status-badges"

const column = columnsOf<AdminPayment>()

export function usePaymentColumns() {
  const { t } = useTranslation("stablecoin")
  const { coins, money, dateTime } = useFormat()
  return useMemo(
    () => [
      column("id", {
        header: t("common.fields.order"),
        cell: (payment) => (
          <RowLink
            to={`/stablecoin/payments/${payment.id}`}
            aria-label={t("common.table.open", {
              what: payment.order
                ? `${t("payments.one")} #${payment.order.display_id}`
                : `${t("payments.one")} ${payment.id}`,
            })}
          >
            {payment.order ? `#${payment.order.display_id}` : "—"}
          </RowLink>
        ),
      }),
      column("status", {
        header: t("common.fields.status"),
        cell: (payment) => (
          <span className="inline-flex items-center gap-x-2">
            <PaymentStatusBadge status={payment.status} />
            <NeverAnsweredBadge payment={payment} />
          </span>
        ),
        truncateTooltip: false,
      }),
      column("mode", {
        header: t("common.fields.mode"),
        cell: ({ mode }) => <ModeText mode={mode} />,
        truncateTooltip: false,
      }),
      column("rail", {
        header: t("common.fields.rail"),
        cell: ({ rail }) => t(`common.rail.${rail}`),
      }),
      column("chain", {
        header: t("common.fields.network"),
        cell: ({ chain }) => networkName(chain),
      }),
      column("created_at", {
        header: t("common.fields.created"),
        cell: ({ created_at }) => dateTime(created_at),
        ...sortedByDate(t),
      }),
      column("cart_amount", {
        header: t("payments.columns.cartAmount"),
        cell: (payment) => money(payment.cart_amount, payment.cart_currency),
        align: "right",
      }),
      column("amount", {
        header: t("payments.columns.due"),
        cell: (payment) => coins(payment.amount, payment.currency),
        align: "right",
        enableSorting: true,
        sortAscLabel: t("common.sorting.lowest"),
        sortDescLabel: t("common.sorting.highest"),
      }),
    ],
    [t, coins, money, dateTime]
  )
}
