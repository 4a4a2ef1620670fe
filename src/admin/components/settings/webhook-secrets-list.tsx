import { Trash } from "@medusajs/icons"
import { Badge, clx, IconButton, Text } from "@medusajs/ui"
import type {
  AdminSettingsChange,
  AdminWebhookSecret,
} from "../../../http-types"
import type { Rail } from "../../../ledger/rails"
import { useTexts } from "../../lib/use-texts"
import { useRemoval } from "../../lib/use-save-settings"
import { SecretText, SourceBadge } from "./setting-row"

/**
 * The payments whose webhooks a secret verifies, unless it is a current one.
 */
function Reach({
  secret: { current, account, replaced_at },
}: {
  secret: AdminWebhookSecret
}) {
  const { t, dateTime } = useTexts()
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

/**
 * Lists the webhook secrets without revealing them.
 *
 * @param edited whether each has a button that removes it, which needs the
 *   version of the settings that are shown
 */
export function WebhookSecretsList({
  rail,
  secrets,
  edited,
}: {
  rail: Rail
  secrets: AdminWebhookSecret[]
  edited?: { version: string }
}) {
  const { t, dateTime } = useTexts()
  if (secrets.length === 0) {
    return <span className="text-ui-fg-subtle">{t("settings.list.none")}</span>
  }
  return (
    <ul
      className={
        edited ? "divide-y rounded-lg border" : "flex flex-col gap-y-1"
      }
    >
      {secrets.map((secret, index) => (
        <li
          key={secret.id ?? index}
          className={clx(
            "flex items-center justify-between gap-x-4",
            edited && "txt-compact-small text-ui-fg-subtle px-4 py-2"
          )}
        >
          <div className="flex min-w-0 flex-col gap-y-1">
            <WebhookSecretText secret={secret} />
            {edited && secret.created_at && (
              <span className="txt-compact-xsmall">
                {t("settings.list.added", {
                  date: dateTime(secret.created_at),
                })}
              </span>
            )}
          </div>
          {edited && secret.id !== null && (
            <Remove
              label={t("settings.webhookSecrets.remove", {
                last4: secret.last4 ?? "",
              })}
              change={{ [rail]: { webhook_secrets: { remove: [secret.id] } } }}
              version={edited.version}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function Remove({
  label,
  change,
  version,
}: {
  label: string
  change: AdminSettingsChange
  version: string
}) {
  const { t } = useTexts()
  const { remove, isSaving } = useRemoval(version)
  const texts = {
    title: t("settings.webhookSecrets.removal.title"),
    description: t("settings.webhookSecrets.removal.text"),
    confirmText: t("settings.webhookSecrets.removal.yes"),
  }
  return (
    <IconButton
      type="button"
      size="small"
      variant="transparent"
      isLoading={isSaving}
      aria-label={label}
      onClick={() => void remove(change, texts)}
    >
      <Trash className="text-ui-fg-subtle" />
    </IconButton>
  )
}

function WebhookSecretText({ secret }: { secret: AdminWebhookSecret }) {
  const { t } = useTexts()
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
