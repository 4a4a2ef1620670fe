import { Trash } from "@medusajs/icons"
import { Badge, clx, Drawer, IconButton } from "@medusajs/ui"
import type {
  AdminSettingsChange,
  AdminWebhookSecret,
} from "../../../http-types"
import type { Rail } from "../../../ledger/rails"
import { secretsIn } from "../../lib/setting-input"
import type { Settings } from "../../lib/settings"
import { useRemoval } from "../../lib/use-save-settings"
import { useSettingsForm } from "../../lib/use-settings-form"
import { useLock } from "../../lib/use-lock"
import { useTexts } from "../../lib/use-texts"
import { DrawerShell } from "../drawer-shell"
import { SECRET_INPUT, TextField } from "../field"
import { DrawerForm } from "../form/drawer-form"
import { EncryptionGuide } from "./encryption-guide"
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
  return (
    <DrawerShell
      open={open}
      onClose={props.onClose}
      title={t(`settings.webhookSecrets.${props.rail}.title`)}
      description={t(`settings.webhookSecrets.${props.rail}.text`)}
    >
      <SecretsForm {...props} />
    </DrawerShell>
  )
}

function SecretsForm({ rail, settings, onClose }: Props) {
  const { t } = useTexts()
  const lock = useLock()
  const { version, encryption } = settings
  const secrets = settings[rail].webhook_secrets
  const { form, onSubmit, isSaving, problem } = useSettingsForm({
    version,
    area: rail,
    values: { webhook_secrets: "" },
    settingsOf: ({ webhook_secrets }) => ({
      webhook_secrets: { add: secretsIn(webhook_secrets) },
    }),
    onDone: onClose,
  })
  const list = <WebhookSecretsList {...{ rail, secrets }} edited={settings} />
  const hint = lock(settings[rail].client_id)
  if (hint) {
    return (
      <Drawer.Body className="flex flex-col gap-y-6">
        {list}
        <p className="txt-small text-ui-fg-subtle">{hint}</p>
      </Drawer.Body>
    )
  }
  return encryption.ready ? (
    <DrawerForm onSubmit={onSubmit} isSaving={isSaving} problem={problem}>
      {list}
      <TextField
        label={t("settings.webhookSecrets.add")}
        hint={t(`settings.webhookSecrets.${rail}.hint`)}
        error={form.formState.errors.webhook_secrets?.message}
        input={{ ...SECRET_INPUT, ...form.register("webhook_secrets") }}
      />
    </DrawerForm>
  ) : (
    <Drawer.Body className="flex flex-col gap-y-6">
      {list}
      <EncryptionGuide problem={encryption.problem} />
    </Drawer.Body>
  )
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
            <SecretState secret={secret} />
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

/**
 * The state of a secret, and the payments whose webhooks it verifies unless it
 * is a current one.
 */
function SecretState({ secret }: { secret: AdminWebhookSecret }) {
  const { t, dateTime } = useTexts()
  const { current, account, replaced_at } = secret
  const standing = current ? "current" : replaced_at ? "replaced" : "retained"
  return (
    <span className="flex flex-col gap-y-1">
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
    </span>
  )
}
