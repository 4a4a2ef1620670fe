import { PaymentLink } from "../links"
import { createdColumn } from "../resource/columns"
import { listOf } from "../resource/resource-table"
import { RowLink } from "../resource/row-link"
import { Status } from "../resource/status-badges"
import { WebhookDrawer } from "./webhook-drawer"

export const WebhooksTable = listOf({
  resource: "webhooks",
  filters: ["status", "rail", "created_at"],
  Drawer: WebhookDrawer,
  columns(texts, column) {
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
      column("status", t("common.fields.status"), ({ status }) => (
        <Status of="webhooks" status={status} />
      )),
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
  },
})
