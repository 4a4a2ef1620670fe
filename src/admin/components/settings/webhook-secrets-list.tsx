import { Badge, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminWebhookSecret } from "../../../http-types"
import { useFormat } from "../../lib/use-format"
import { SecretText, SourceBadge } from "./setting-row"

/**
 * The payments whose webhooks a secret verifies, unless it is a current one.
 */
function Reach({
  secret: { current, account, replaced_at },
}: {
  secret: AdminWebhookSecret
}) {
  const { t } = useTranslation("stablecoin")
  const { dateTime } = useFormat()
  if (current || !account) {
    return null
  }
  const client = account.client_id
  return (
    <span className="txt-compact-xsmall break-words">
      {replaced_at
        ? t("settings.webhookSecrets.reach.replaced", {
            client,
            date: dateTime(replaced_at),
          })
        : t("settings.webhookSecrets.reach.retained", { client })}
    </span>
  )
}

function standingOf({ current, replaced_at }: AdminWebhookSecret) {
  return current ? "current" : replaced_at ? "replaced" : "retained"
}

/** Lists the webhook secrets without revealing them. */
export function WebhookSecretsList({
  secrets,
}: {
  secrets: AdminWebhookSecret[]
}) {
  const { t } = useTranslation("stablecoin")
  if (secrets.length === 0) {
    return <span className="text-ui-fg-subtle">{t("settings.list.none")}</span>
  }
  return (
    <ul className="flex flex-col gap-y-1">
      {secrets.map((secret, index) => (
        <li key={secret.id ?? index}>
          <WebhookSecretText secret={secret} />
        </li>
      ))}
    </ul>
  )
}

export function WebhookSecretText({ secret }: { secret: AdminWebhookSecret }) {
  const { t } = useTranslation("stablecoin")
  return (
    <span className="flex flex-col gap-y-1">
      <span className="flex flex-wrap items-center gap-2">
        <SecretText last4={secret.last4} />
        <SourceBadge source={secret.source} />
        <Badge size="2xsmall" color={secret.current ? "green" : "grey"}>
          {t(`settings.webhookSecrets.standing.${standingOf(secret)}`)}
        </Badge>
      </span>
      <Reach secret={secret} />
      {secret.problem && (
        <Text size="small" className="text-ui-fg-error">
          {secret.problem}
        </Text>
      )}
    </span>
  )
}
