import { OrderLink } from "../links"
import { addressOf, networkName } from "../code-text"
import { reasonText } from "../../lib/words"
import { createdColumn, customerColumn } from "../resource/columns"
import { listOf } from "../resource/resource-table"
import { RowLink } from "../resource/row-link"
import { Status } from "../resource/status-badges"
import { RefundDrawer } from "./refund-drawer"

export const RefundsTable = listOf({
  resource: "refunds",
  filters: ["status", "chain", "created_at"],
  isExported: true,
  Drawer: RefundDrawer,
  columns(texts, column) {
    const { t, coins } = texts
    return [
      column("amount", t("common.fields.amount"), (refund) => {
        const sum = coins(refund.amount, refund.currency)
        const label = t("orderPanel.openRefund", { sum })
        return (
          <RowLink resource="refunds" id={refund.id} aria-label={label}>
            {sum}
          </RowLink>
        )
      }),
      column("status", t("common.fields.status"), ({ status }) => (
        <span className="block py-2">
          <Status of="refunds" status={status} />
        </span>
      )),
      column("order_id", t("common.fields.order"), ({ order, order_id }) => (
        <OrderLink order={order} orderId={order_id} />
      )),
      customerColumn(texts),
      column("chain", t("common.fields.network"), ({ chain }) =>
        networkName(chain)
      ),
      column(
        "refund_to",
        t("refunds.fields.refundTo"),
        ({ refund_to, chain, payment }) =>
          (chain
            ? addressOf(refund_to, { chain, mode: payment?.mode })
            : refund_to) ?? t("refunds.fields.notKnown")
      ),
      column(
        "reason",
        t("common.fields.reason"),
        ({ reason }) => reasonText(t, reason) ?? "—",
        { maxSize: 240 }
      ),
      createdColumn(texts),
    ]
  },
})
