import type { DataTableFilter } from "@medusajs/ui"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import type { AdminRefund } from "../../../http-types"
import { choiceFilter } from "../../lib/choice-filter"
import { columnsOf, sortedByDate } from "../../lib/columns"
import { useRefunds } from "../../lib/refunds"
import { statusesOf } from "../../lib/statuses"
import { useDateFilter } from "../../lib/use-date-filter"
import { useDrawerParam } from "../../lib/use-drawer-param"
import { useFormat } from "../../lib/use-format"
import { useListState } from "../../lib/use-list-state"
import { CHAINS } from "../../lib/words"
import { ResourceTable } from "../resource-table"
import { DrawerLink } from "../drawer-link"
import { Address, networkName } from "../on-chain"
import { OrderLink } from "../order-link"
import { RefundStatusBadge } from "../status-badges"
import { RefundDrawer } from "./refund-drawer"

const FILTERS = ["status", "chain", "created_at"]

const column = columnsOf<AdminRefund>()

/** Lists refunds, which the merchant sends by hand. */
export function RefundsTable() {
  const { t } = useTranslation("stablecoin")
  const list = useListState({ filters: FILTERS })
  const query = useRefunds(list.query)
  const drawer = useDrawerParam("refund")
  return (
    <ResourceTable
      heading={t("refunds.title")}
      description={t("refunds.description")}
      searchHint={t("refunds.search")}
      columns={useColumns()}
      filters={useFilters()}
      list={list}
      rows={query.data?.refunds}
      page={query.data}
      query={query}
      onOpen={({ id }) => drawer.open(id)}
      empty={{
        heading: t("refunds.empty.heading"),
        description: t("refunds.empty.description"),
      }}
    >
      <RefundDrawer />
    </ResourceTable>
  )
}

function useColumns() {
  const { t } = useTranslation("stablecoin")
  const { coins, dateTime } = useFormat()
  return useMemo(
    () => [
      column("amount", {
        header: t("common.fields.amount"),
        cell: (refund) => {
          const sum = coins(refund.amount, refund.currency)
          return (
            <DrawerLink
              plain
              drawer="refund"
              id={refund.id}
              label={t("orderPanel.openRefund", { sum })}
            >
              {sum}
            </DrawerLink>
          )
        },
      }),
      column("status", {
        header: t("common.fields.status"),
        cell: ({ status }) => <RefundStatusBadge status={status} />,
        truncateTooltip: false,
      }),
      column("order_id", {
        header: t("common.fields.order"),
        cell: ({ order, order_id }) => (
          <OrderLink order={order} orderId={order_id} />
        ),
      }),
      column("chain", {
        header: t("common.fields.network"),
        cell: ({ chain }) => networkName(chain),
      }),
      column("refund_to", {
        header: t("refunds.fields.refundTo"),
        cell: (refund) =>
          refund.refund_to ? (
            <Address
              address={refund.refund_to}
              chain={refund.chain}
              what={t("refunds.fields.refundTo")}
            />
          ) : (
            <span className="text-ui-fg-subtle">
              {t("refunds.fields.notKnown")}
            </span>
          ),
        truncateTooltip: false,
      }),
      column("reason", {
        header: t("common.fields.reason"),
        cell: ({ reason }) => reason ?? "—",
        maxSize: 240,
      }),
      column("created_at", {
        header: t("common.fields.created"),
        cell: ({ created_at }) => dateTime(created_at),
        ...sortedByDate(t),
      }),
    ],
    [t, coins, dateTime]
  )
}

function useFilters(): DataTableFilter[] {
  const { t } = useTranslation("stablecoin")
  const date = useDateFilter()
  return useMemo(
    () => [
      choiceFilter(
        "status",
        t("common.fields.status"),
        statusesOf("refunds"),
        (status) => t(`refunds.status.${status}`)
      ),
      choiceFilter("chain", t("common.fields.network"), CHAINS, networkName),
      date,
    ],
    [t, date]
  )
}
