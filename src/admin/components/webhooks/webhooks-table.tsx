import type { DataTableFilter } from "@medusajs/ui"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import type { AdminWebhookEvent } from "../../../http-types"
import { choiceFilter } from "../../lib/choice-filter"
import { columnsOf, sortedByDate } from "../../lib/columns"
import { useWebhookEvents } from "../../lib/webhooks"
import { statusesOf } from "../../lib/statuses"
import { useDateFilter } from "../../lib/use-date-filter"
import { useDrawerParam } from "../../lib/use-drawer-param"
import { useFormat } from "../../lib/use-format"
import { useListState } from "../../lib/use-list-state"
import { RAILS } from "../../lib/words"
import { ResourceTable } from "../resource-table"
import { DrawerLink } from "../drawer-link"
import { PaymentLink } from "../payment-link"
import { WebhookEventStatusBadge } from "../status-badges"
import { WebhookEventDrawer } from "./webhook-drawer"

const FILTERS = ["status", "rail", "created_at"]

const column = columnsOf<AdminWebhookEvent>()

/** Lists webhooks, newest first. */
export function WebhookEventsTable() {
  const { t } = useTranslation("stablecoin")
  const list = useListState({ filters: FILTERS })
  const query = useWebhookEvents(list.query)
  const drawer = useDrawerParam("webhook")
  return (
    <ResourceTable
      heading={t("webhooks.title")}
      description={t("webhooks.description")}
      searchHint={t("webhooks.search")}
      columns={useColumns()}
      filters={useFilters()}
      list={list}
      rows={query.data?.webhooks}
      page={query.data}
      query={query}
      onOpen={({ id }) => drawer.open(id)}
      empty={{
        heading: t("webhooks.empty.heading"),
        description: t("webhooks.empty.description"),
      }}
    >
      <WebhookEventDrawer />
    </ResourceTable>
  )
}

function useColumns() {
  const { t } = useTranslation("stablecoin")
  const { dateTime, count } = useFormat()
  return useMemo(
    () => [
      column("event", {
        header: t("common.fields.event"),
        cell: (webhook) => (
          <DrawerLink
            plain
            drawer="webhook"
            id={webhook.id}
            label={t("common.table.open", {
              what: `${t("webhooks.one")} ${webhook.event}`,
            })}
          >
            <span className="font-mono">{webhook.event}</span>
          </DrawerLink>
        ),
      }),
      column("status", {
        header: t("common.fields.status"),
        cell: ({ status }) => <WebhookEventStatusBadge status={status} />,
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
        header: t("webhooks.fields.attempts"),
        cell: ({ attempts }) => count(attempts),
        align: "right",
      }),
      column("created_at", {
        header: t("webhooks.fields.received"),
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
        statusesOf("webhooks"),
        (status) => t(`webhooks.status.${status}`)
      ),
      choiceFilter("rail", t("common.fields.rail"), RAILS, (rail) =>
        t(`common.rail.${rail}`)
      ),
      date,
    ],
    [t, date]
  )
}
