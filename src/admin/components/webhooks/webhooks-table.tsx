import { useTranslation } from "react-i18next"
import type {
  AdminWebhookEvent,
  AdminReplayWebhooksResponse,
} from "../../../http-types"
import { useMay } from "../../lib/permissions"
import { PaymentLink } from "../links"
import {
  BADGE,
  columnsOf,
  createdColumn,
  type Columns,
} from "../resource/columns"
import { useRows, ActionButton, useAction } from "../resource/requests"
import { listOf } from "../resource/resource-table"
import { RowLink } from "../resource/row-link"
import { Status } from "../resource/status-badges"
import { WebhookDrawer } from "./webhook-drawer"
import { apiPath } from "../resource/resources"

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

/** A webhook that was given up has an exception until it is decided. */
const GIVEN_UP = {
  limit: 1,
  offset: 0,
  kind: ["webhook_problem"],
  reason: ["dead"],
  status: ["open"],
}

/**
 * Processes webhooks again that were given up, some at a time. Absent while none
 * is left.
 */
function ReplayAll() {
  const { t } = useTranslation("stablecoin")
  const mayRead = useMay("stablecoin_exception:read")
  const mayReplay = useMay("stablecoin_webhook:update") && mayRead
  const { data } = useRows("exceptions", GIVEN_UP, { enabled: mayReplay })
  const replay = useAction<AdminReplayWebhooksResponse>(
    apiPath("webhooks", "replay"),
    ({ processed, left }) => {
      const text = t("webhooks.replay.allDone", { processed, left })
      return left ? { kind: "warning", text } : { text }
    }
  )
  return data?.count ? (
    <ActionButton action={replay}>
      {t("webhooks.replay.all", { count: data.count })}
    </ActionButton>
  ) : null
}

/** Lists webhooks, newest first. */
export const WebhooksTable = listOf({
  resource: "webhooks",
  columns,
  filters: ["status", "rail", "created_at"],
  Action: ReplayAll,
  Drawer: WebhookDrawer,
})
