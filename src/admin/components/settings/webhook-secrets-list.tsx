import { Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminWebhookSecret } from "../../../http-types"
import { SecretText, SourceBadge } from "./setting-row"

/** Secrets that webhooks may be signed with, by what may be told of them. */
export function WebhookSecretsList({
  secrets,
}: {
  secrets: AdminWebhookSecret[]
}) {
  const { t } = useTranslation("stablecoin")
  if (secrets.length === 0) {
    return (
      <span className="text-ui-fg-subtle">
        {t("settings.webhookSecrets.none")}
      </span>
    )
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
  return (
    <span className="flex flex-col gap-y-1">
      <span className="flex flex-wrap items-center gap-2">
        <SecretText last4={secret.last4} />
        <SourceBadge source={secret.source} />
      </span>
      {secret.problem && (
        <Text size="small" className="text-ui-fg-error">
          {secret.problem}
        </Text>
      )}
    </span>
  )
}
