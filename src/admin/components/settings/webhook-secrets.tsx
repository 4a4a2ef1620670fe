import { Drawer, Badge, clx, IconButton, Text } from "@medusajs/ui"
import { Trash } from "@medusajs/icons"
import type { Rail } from "../../../ledger/rails"
import type { Settings } from "../../lib/settings"
import { secretsIn } from "../../lib/setting-input"
import { useSettingsForm } from "../../lib/use-settings-form"
import { SECRET_INPUT, TextField } from "../field"
import { DrawerShell } from "../drawer-shell"
import { DrawerForm } from "../form/drawer-form"
import { EncryptionGuide } from "./encryption-guide"
import type {
  AdminSettingsChange,
  AdminWebhookSecret,
} from "../../../http-types"
import { useTexts } from "../../lib/use-texts"
import { useRemoval } from "../../lib/use-save-settings"
import { SecretText, SourceBadge } from "./setting-row"

type Props = { rail: Rail; settings: Settings; onClose: () => void }

/**
 * Edits the webhook secrets. Several may be valid, so that a rotation rejects
 * no webhook.
 */
export function WebhookSecretsDrawer({
  open,
  ...props
}: Props & { open: boolean }) {
  const { t } = useTexts()
  const { rail, settings, onClose } = props
  return (
    <DrawerShell
      open={open}
      onClose={onClose}
      title={t(`settings.webhookSecrets.${rail}.title`)}
      description={t(`settings.webhookSecrets.${rail}.text`)}
    >
      {settings.encryption.ready ? (
        <AddForm {...props} />
      ) : (
        <Drawer.Body className="flex flex-col gap-y-6">
          <Secrets {...props} />
          <EncryptionGuide problem={settings.encryption.problem} />
        </Drawer.Body>
      )}
    </DrawerShell>
  )
}

function AddForm(props: Props) {
  const { rail, settings, onClose } = props
  const { t } = useTexts()
  const { form, onSubmit, isSaving, problem } = useSettingsForm({
    version: settings.version,
    area: rail,
    values: { webhook_secrets: "" },
    settingsOf: ({ webhook_secrets }) => ({
      webhook_secrets: { add: secretsIn(webhook_secrets) },
    }),
    onDone: onClose,
  })
  return (
    <DrawerForm onSubmit={onSubmit} isSaving={isSaving} problem={problem}>
      <Secrets {...props} />
      <TextField
        label={t("settings.webhookSecrets.add")}
        hint={t(`settings.webhookSecrets.${rail}.hint`)}
        error={form.formState.errors.webhook_secrets?.message}
        input={{ ...SECRET_INPUT, ...form.register("webhook_secrets") }}
      />
    </DrawerForm>
  )
}

function Secrets({ rail, settings }: Props) {
  const secrets = settings[rail].webhook_secrets
  return <WebhookSecretsList rail={rail} secrets={secrets} edited={settings} />
}

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
