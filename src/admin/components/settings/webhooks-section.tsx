import { Badge, StatusBadge, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminWebhookHealth } from "../../../http-types"
import type { Settings } from "../../lib/settings"
import { useWebhookSentence } from "../../lib/use-webhook-sentence"
import { CopyButton } from "../copy-button"
import { Section } from "../section"

/** The webhook URLs, and whether webhooks are received. */
export function WebhooksSection({ settings }: { settings: Settings }) {
  const { t } = useTranslation("stablecoin")
  return (
    <Section title={t("settings.webhooks.title")}>
      {settings.webhooks.map((health) => (
        <RailWebhooks key={health.rail} health={health} />
      ))}
      <div className="px-6 py-4">
        <details>
          <summary className="txt-compact-small-plus text-ui-fg-subtle focus-visible:shadow-borders-focus cursor-pointer rounded outline-none">
            {t("settings.webhooks.guide.title")}
          </summary>
          <ol className="txt-small text-ui-fg-subtle mt-2 flex list-decimal flex-col gap-y-2 pl-4">
            {(["hosted", "portal", "address", "secret", "buy"] as const).map(
              (step) => (
                <li key={step}>{t(`settings.webhooks.guide.${step}`)}</li>
              )
            )}
          </ol>
        </details>
      </div>
    </Section>
  )
}

function RailWebhooks({ health }: { health: AdminWebhookHealth }) {
  const { t } = useTranslation("stablecoin")
  const sentence = useWebhookSentence()
  const { rail, url, quiet_since } = health
  const name = t(`common.rail.${rail}`)
  return (
    <div className="flex flex-col gap-y-2 px-6 py-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Text size="small" leading="compact" weight="plus">
          {name}
        </Text>
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
        {sentence(health)}
      </Text>
    </div>
  )
}
