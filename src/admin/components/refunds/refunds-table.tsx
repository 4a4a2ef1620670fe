import { useTranslation } from "react-i18next"
import type { AdminRefund } from "../../../http-types"
import { OrderLink } from "../links"
import { networkName, OnChain } from "../on-chain"
import { reasonText } from "../reason-text"
import {
  BADGE,
  type Columns,
  columnsOf,
  createdColumn,
  customerColumn,
  firstLink,
} from "../resource/columns"
import type { FilterName } from "../resource/filters"
import { ResourceTable } from "../resource/resource-table"
import { RefundBadges } from "../resource/status-badges"
import { RefundDrawer } from "./refund-drawer"

const column = columnsOf<AdminRefund>()

const columns: Columns<"refunds"> = (texts) => {
  const { t, coins } = texts
  return [
    column("amount", t("common.fields.amount"), (refund) => {
      const sum = coins(refund.amount, refund.currency)
      const label = t("orderPanel.openRefund", { sum })
      return firstLink("refunds", refund, sum, label)
    }),
    column(
      "status",
      t("common.fields.status"),
      (refund) => (
        <span className="block py-2">
          <RefundBadges refund={refund} />
        </span>
      ),
      BADGE
    ),
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
        chain && refund_to ? (
          <OnChain
            kind="address"
            text={refund_to}
            what={t("refunds.fields.refundTo")}
            network={{ chain, mode: payment?.mode }}
          />
        ) : (
          (refund_to ?? t("refunds.fields.notKnown"))
        ),
      BADGE
    ),
    column(
      "reason",
      t("common.fields.reason"),
      ({ reason }) => reasonText(t, reason) ?? "—",
      { maxSize: 240 }
    ),
    createdColumn(texts),
  ]
}

const filters: FilterName[] = ["status", "chain", "created_at"]

/** Lists refunds, which the merchant sends. */
export function RefundsTable() {
  const { t } = useTranslation("stablecoin")
  return (
    <ResourceTable
      resource="refunds"
      description={t("refunds.description")}
      columns={columns}
      filters={filters}
      exports="refunds"
    >
      <RefundDrawer />
    </ResourceTable>
  )
}
