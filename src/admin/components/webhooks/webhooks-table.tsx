import type { AdminWebhookEvent } from "../../../http-types"
import { PaymentLink } from "../links"
import {
  BADGE,
  columnsOf,
  createdColumn,
  type Columns,
} from "../resource/columns"
import { listOf } from "../resource/resource-table"
import { RowLink } from "../resource/row-link"
import { Status } from "../resource/status-badges"
import { WebhookDrawer } from "./webhook-drawer"

const column = columnsOf<AdminWebhookEvent>()

const columns: Columns<"webhooks"> = (texts) => {
  const { t, count } = texts
  return [
    column("event", t("common.fields.event"), (webhook) => {
      const what = `${t("webhooks.one")} ${webhook.event}`
      const label = t("common.table.open", { what })
      return (
        <RowLink resource="webhooks" id={webhook.id} aria-label={label}>
          <span className="font-mono">{webhook.event}</span>
        </RowLink>
      )
    }),
    column(
      "status",
      t("common.fields.status"),
      ({ status }) => <Status of="webhooks" status={status} />,
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
    createdColumn(texts, t("webhooks.fields.received")),
  ]
}

/** Lists webhooks, newest first. */
export const WebhooksTable = listOf({
  resource: "webhooks",
  columns,
  filters: ["status", "rail", "created_at"],
  Drawer: WebhookDrawer,
})
