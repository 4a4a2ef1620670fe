import { Trash } from "@medusajs/icons"
import { Badge, IconButton } from "@medusajs/ui"
import type { AdminWebhookSecret } from "../../../http-types"
import type { Rail } from "../../../ledger/rails"
import { useMay } from "../../lib/permissions"
import type { Settings } from "../../lib/settings"
import { useRemoval } from "../../lib/use-save-settings"
import { useTexts } from "../../lib/use-texts"
import { SecretText, SourceBadge } from "./setting-row"

/**
 * Lists the webhook secrets of a rail without revealing them. Several may be
 * valid, so that a rotation rejects no webhook.
 */
export function WebhookSecrets({
  rail,
  settings,
}: {
  rail: Rail
  settings: Settings
}) {
  const { t } = useTexts()
  const mayUpdate = useMay("stablecoin_setting:update")
  const { remove, isSaving } = useRemoval(settings.version)
  const secrets = settings[rail].webhook_secrets
  if (secrets.length === 0) {
    return <span className="text-ui-fg-subtle">{t("settings.list.none")}</span>
  }
  const texts = {
    title: t("settings.webhookSecrets.removal.title"),
    description: t("settings.webhookSecrets.removal.text"),
    confirmText: t("settings.webhookSecrets.removal.yes"),
  }
  const removalOf = (id: string) => ({
    [rail]: { webhook_secrets: { remove: [id] } },
  })
  return (
    <ul className="flex flex-col gap-y-1">
      {secrets.map((secret, index) => (
        <li
          key={secret.id ?? index}
          className="flex items-start justify-between gap-x-4"
        >
          <SecretState secret={secret} />
          {mayUpdate && secret.id !== null && (
            <IconButton
              size="small"
              variant="transparent"
              className="-my-1"
              isLoading={isSaving}
              aria-label={t("settings.webhookSecrets.remove", {
                last4: secret.last4 ?? "",
              })}
              onClick={() => void remove(removalOf(secret.id!), texts)}
            >
              <Trash className="text-ui-fg-subtle" />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  )
}

/**
 * The state of a secret, and the payments whose webhooks it verifies unless it
 * is a current one.
 */
function SecretState({ secret }: { secret: AdminWebhookSecret }) {
  const { t, dateTime } = useTexts()
  const { current, account, created_at, replaced_at } = secret
  const standing = current ? "current" : replaced_at ? "replaced" : "retained"
  return (
    <span className="flex min-w-0 flex-col gap-y-1">
      <span className="flex flex-wrap items-center gap-2">
        <SecretText last4={secret.last4} />
        <SourceBadge source={secret.source} />
        <Badge size="2xsmall" color={current ? "green" : "grey"}>
          {t(`settings.webhookSecrets.standing.${standing}`)}
        </Badge>
      </span>
      {standing !== "current" && (
        <span className="txt-compact-xsmall break-words">
          {t(`settings.webhookSecrets.reach.${standing}`, {
            client: account.client_id,
            date: replaced_at && dateTime(replaced_at),
          })}
        </span>
      )}
      {created_at && (
        <span className="txt-compact-xsmall">
          {t("settings.list.added", { date: dateTime(created_at) })}
        </span>
      )}
    </span>
  )
}
