import type { DataTableFilter } from "@medusajs/ui"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import type { AdminDelivery } from "../../../http-types"
import { choiceFilter } from "../../lib/choice-filter"
import { columnsOf, sortedByDate } from "../../lib/columns"
import { useDeliveries } from "../../lib/deliveries"
import { statusesOf } from "../../lib/statuses"
import { useDateFilter } from "../../lib/use-date-filter"
import { useDrawerParam } from "../../lib/use-drawer-param"
import { useFormat } from "../../lib/use-format"
import { useListState } from "../../lib/use-list-state"
import { RAILS } from "../../lib/words"
import { DeskTable } from "../desk-table"
import { DrawerLink } from "../drawer-link"
import { PaymentLink } from "../payment-link"
import { DeliveryStatusBadge } from "../status-badges"
import { DeliveryDrawer } from "./delivery-drawer"

const FILTERS = ["status", "rail", "created_at"]

const column = columnsOf<AdminDelivery>()

/** Webhooks, the newest first. */
export function DeliveriesTable() {
  const { t } = useTranslation("stablecoin")
  const list = useListState({ filters: FILTERS })
  const query = useDeliveries(list.query)
  const drawer = useDrawerParam("delivery")
  return (
    <DeskTable
      heading={t("deliveries.title")}
      description={t("deliveries.description")}
      searchHint={t("deliveries.search")}
      columns={useColumns()}
      filters={useFilters()}
      list={list}
      rows={query.data?.deliveries}
      page={query.data}
      query={query}
      onOpen={({ id }) => drawer.open(id)}
      empty={{
        heading: t("deliveries.empty.heading"),
        description: t("deliveries.empty.description"),
      }}
    >
      <DeliveryDrawer />
    </DeskTable>
  )
}

function useColumns() {
  const { t } = useTranslation("stablecoin")
  const { dateTime, count } = useFormat()
  return useMemo(
    () => [
      column("event", {
        header: t("common.fields.event"),
        cell: (delivery) => (
          <DrawerLink
            plain
            drawer="delivery"
            id={delivery.id}
            label={t("common.table.open", {
              what: `${t("deliveries.one")} ${delivery.event}`,
            })}
          >
            <span className="font-mono">{delivery.event}</span>
          </DrawerLink>
        ),
      }),
      column("status", {
        header: t("common.fields.status"),
        cell: ({ status }) => <DeliveryStatusBadge status={status} />,
        truncateTooltip: false,
      }),
      column("rail", {
        header: t("common.fields.rail"),
        cell: ({ rail }) => t(`common.rail.${rail}`),
      }),
      column("payment_id", {
        header: t("common.fields.payment"),
        cell: ({ payment_id }) => <PaymentLink id={payment_id} />,
      }),
      column("attempts", {
        header: t("deliveries.fields.attempts"),
        cell: ({ attempts }) => count(attempts),
        align: "right",
      }),
      column("created_at", {
        header: t("deliveries.fields.received"),
        cell: ({ created_at }) => dateTime(created_at),
        ...sortedByDate(t),
      }),
    ],
    [t, dateTime, count]
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
        statusesOf("deliveries"),
        (status) => t(`deliveries.status.${status}`)
      ),
      choiceFilter("rail", t("common.fields.rail"), RAILS, (rail) =>
        t(`common.rail.${rail}`)
      ),
      date,
    ],
    [t, date]
  )
}
