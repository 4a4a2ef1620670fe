import { Badge, StatusBadge, Text } from "@medusajs/ui"
import type { AdminWebhookHealth } from "../../../http-types"
import { useSettings } from "../../lib/settings"
import { CopyButton } from "../copy"
import { Section } from "../section"
import { rejectionOf } from "../../lib/words"
import { useTexts } from "../../lib/use-texts"

export function WebhooksSection() {
  const { t } = useTexts()
  return (
    <Section title={t("settings.webhooks.title")}>
      {useSettings().webhooks.map((health) => (
        <RailWebhooks key={health.rail} health={health} />
      ))}
    </Section>
  )
}

function RailWebhooks({ health }: { health: AdminWebhookHealth }) {
  const { t, ago } = useTexts()
  const { rail, url, quiet_since } = health
  const { last_received_at, last_rejected_at } = health
  const received = last_received_at
    ? t("settings.webhooks.received", { when: ago(last_received_at) })
    : t("settings.webhooks.neverReceived")
  const rejected = last_rejected_at
    ? t("settings.webhooks.rejected", {
        when: ago(last_rejected_at),
        reason: t(rejectionOf(health.last_rejected_reason)),
      })
    : t("settings.webhooks.neverRejected")
  const quiet = quiet_since
    ? ` ${t("settings.webhooks.quietSince", { when: ago(quiet_since) })}`
    : ""
  const name = t(`common.rail.${rail}`)
  return (
    <div className="flex flex-col gap-y-2 px-6 py-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="txt-compact-small-plus">{name}</p>
        {quiet_since && (
          <StatusBadge color="orange">
            {t("settings.webhooks.quiet")}
          </StatusBadge>
        )}
      </div>
      {url ? (
        <span className="flex items-center justify-between gap-x-1">
          <Badge size="xsmall" className="h-auto min-w-0 font-mono break-all">
            {url}
          </Badge>
          <CopyButton
            text={url}
            what={t("settings.webhooks.address", { rail: name })}
          />
        </span>
      ) : (
        <Text size="small" className="text-ui-fg-error">
          {t("settings.webhooks.noAddress")}
        </Text>
      )}
      <Text size="small" className="text-ui-fg-subtle">
        {`${received}; ${rejected}.${quiet}`}
      </Text>
    </div>
  )
}
