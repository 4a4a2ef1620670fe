import { useTranslation } from "react-i18next"
import type { AdminRefund } from "../../../http-types"
import { EXCEPTION_GROUPS } from "../../../ledger/exception-traits"
import { useMay } from "../../lib/permissions"
import { AdminLink, OrderLink } from "../links"
import { Address, networkName } from "../on-chain"
import { reasonText } from "../reason-text"
import {
  BADGE,
  type Columns,
  columnsOf,
  createdColumn,
  customerColumn,
} from "../resource/columns"
import type { FilterName } from "../resource/filters"
import { useRows } from "../resource/queries"
import { ResourceTable } from "../resource/resource-table"
import { RowLink } from "../resource/row-link"
import { RefundBadges } from "./refund-badges"
import { RefundDrawer } from "./refund-drawer"

const column = columnsOf<AdminRefund>()

const columns: Columns<AdminRefund> = (texts) => {
  const { t, coins } = texts
  return [
    column("amount", t("common.fields.amount"), ({ id, amount, currency }) => {
      const sum = coins(amount, currency)
      return (
        <RowLink
          plain
          resource="refunds"
          id={id}
          label={t("orderPanel.openRefund", { sum })}
        >
          {sum}
        </RowLink>
      )
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
        refund_to && !chain ? (
          refund_to
        ) : refund_to ? (
          <Address
            address={refund_to}
            chain={chain}
            mode={payment?.mode}
            what={t("refunds.fields.refundTo")}
          />
        ) : (
          <span className="text-ui-fg-subtle">
            {t("refunds.fields.notKnown")}
          </span>
        ),
      { truncateTooltip: false }
    ),
    column(
      "reason",
      t("common.fields.reason"),
      ({ reason }) => reasonText(t, reason) ?? "—",
      {
        maxSize: 240,
      }
    ),
    createdColumn(texts),
  ]
}

const filters: FilterName[] = ["status", "chain", "created_at"]

/** Open exceptions whose money may have to be sent back. */
const GROUPS = EXCEPTION_GROUPS.filter((group) => group !== "records")
const WITH_MONEY = { limit: 1, offset: 0, status: ["open"], group: GROUPS }

/** Lists refunds, which the merchant sends. */
export function RefundsTable() {
  const { t } = useTranslation("stablecoin")
  const enabled = useMay("stablecoin_exception:read")
  const { data } = useRows("exceptions", WITH_MONEY, { enabled })
  const exceptions = data?.count ?? 0
  return (
    <ResourceTable
      resource="refunds"
      description={
        <>
          {t("refunds.description")}
          {exceptions > 0 && (
            <>
              {" "}
              <AdminLink
                to={`/stablecoin/exceptions?group=${encodeURIComponent(JSON.stringify(GROUPS))}`}
              >
                {t("refunds.openExceptions", { count: exceptions })}
              </AdminLink>
            </>
          )}
        </>
      }
      columns={columns}
      filters={filters}
      exports="refunds"
    >
      <RefundDrawer />
    </ResourceTable>
  )
}
