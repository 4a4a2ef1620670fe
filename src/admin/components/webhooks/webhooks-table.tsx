import { Button } from "@medusajs/ui"
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
  firstLink,
  type Columns,
} from "../resource/columns"
import type { FilterName } from "../resource/filters"
import { useRows } from "../resource/queries"
import { ResourceTable } from "../resource/resource-table"
import { Status } from "../resource/status-badges"
import { WebhookDrawer } from "./webhook-drawer"
import { apiPath } from "../resource/api-path"
import { useAction } from "../resource/use-action"

const column = columnsOf<AdminWebhookEvent>()

const columns: Columns<"webhooks"> = (texts) => {
  const { t, count } = texts
  return [
    column("event", t("common.fields.event"), (webhook) => {
      const what = `${t("webhooks.one")} ${webhook.event}`
      const label = t("common.table.open", { what })
      const event = <span className="font-mono">{webhook.event}</span>
      return firstLink("webhooks", webhook, event, label)
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

const filters: FilterName[] = ["status", "rail", "created_at"]

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
    <Button
      size="small"
      variant="secondary"
      isLoading={replay.isPending}
      onClick={() => replay.mutate()}
    >
      {t("webhooks.replay.all", { count: data.count })}
    </Button>
  ) : null
}

/** Lists webhooks, newest first. */
export function WebhooksTable() {
  const { t } = useTranslation("stablecoin")
  return (
    <ResourceTable
      resource="webhooks"
      description={
        <span className="flex flex-wrap items-center gap-2">
          {t("webhooks.description")}
          <ReplayAll />
        </span>
      }
      columns={columns}
      filters={filters}
    >
      <WebhookDrawer />
    </ResourceTable>
  )
}
