import { useTranslation } from "react-i18next"
import type { AdminWebhookEvent } from "../../../http-types"
import { RAILS } from "../../../ledger/rails"
import { PaymentLink } from "../payment-link"
import {
  BADGE,
  type Columns,
  columnsOf,
  sortedByDate,
} from "../resource/columns"
import { choiceFilter, dateFilter, type Filters } from "../resource/filters"
import { ResourceTable } from "../resource/resource-table"
import { RowLink } from "../resource/row-link"
import { WebhookStatusBadge } from "../resource/status-badges"
import { statusesOf } from "../resource/statuses"
import { WebhookDrawer } from "./webhook-drawer"

const column = columnsOf<AdminWebhookEvent>()

const columns: Columns<AdminWebhookEvent> = ({ t, dateTime, count }) => [
  column("event", t("common.fields.event"), ({ id, event }) => (
    <RowLink
      plain
      resource="webhooks"
      id={id}
      label={t("common.table.open", { what: `${t("webhooks.one")} ${event}` })}
    >
      <span className="font-mono">{event}</span>
    </RowLink>
  )),
  column(
    "status",
    t("common.fields.status"),
    ({ status }) => <WebhookStatusBadge status={status} />,
    BADGE
  ),
  column("rail", t("common.fields.rail"), ({ rail }) =>
    t(`common.rail.${rail}`)
  ),
  column("payment_id", t("common.fields.payment"), ({ payment_id }) => (
    <PaymentLink id={payment_id} />
  )),
  column(
    "attempts",
    t("webhooks.fields.attempts"),
    ({ attempts }) => count(attempts),
    { align: "right" }
  ),
  column(
    "created_at",
    t("webhooks.fields.received"),
    ({ created_at }) => dateTime(created_at),
    sortedByDate(t)
  ),
]

const filters: Filters = (texts) => {
  const { t } = texts
  return [
    choiceFilter(
      "status",
      t("common.fields.status"),
      statusesOf("webhooks"),
      (status) => t(`webhooks.status.${status}`)
    ),
    choiceFilter("rail", t("common.fields.rail"), RAILS, (rail) =>
      t(`common.rail.${rail}`)
    ),
    dateFilter(texts),
  ]
}

/** Lists webhooks, newest first. */
export function WebhooksTable() {
  const { t } = useTranslation("stablecoin")
  return (
    <ResourceTable
      resource="webhooks"
      description={t("webhooks.description")}
      columns={columns}
      filters={filters}
    >
      <WebhookDrawer />
    </ResourceTable>
  )
}
