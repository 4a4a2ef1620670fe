import { Trash } from "@medusajs/icons"
import { Drawer, IconButton, Input, Text, usePrompt } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminWebhookSecret } from "../../../http-types"
import type { Rail } from "../../../ledger/rails"
import type { Settings } from "../../lib/settings"
import { useFormat } from "../../lib/use-format"
import { useSaveSettings } from "../../lib/use-save-settings"
import { useSettingsForm } from "../../lib/use-settings-form"
import { Field } from "../field"
import { DrawerShell } from "../drawer-shell"
import { DrawerForm } from "../form/drawer-form"
import { EncryptionGuide } from "./encryption-guide"
import { WebhookSecretText } from "./webhook-secrets-list"

type Props = { rail: Rail; settings: Settings; onClose: () => void }

/**
 * Edits the webhook secrets. Several may be valid, so that a rotation rejects
 * no webhook.
 */
export function WebhookSecretsDrawer({
  open,
  ...props
}: Props & { open: boolean }) {
  const { t } = useTranslation("stablecoin")
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
  const { t } = useTranslation("stablecoin")
  const { form, onSubmit, isSaving, problem } = useSettingsForm({
    version: settings.version,
    area: rail,
    values: { webhook_secrets: "" },
    changeOf: ({ webhook_secrets }) => {
      const secret = webhook_secrets.trim()
      return secret ? { [rail]: { webhook_secrets: { add: [secret] } } } : null
    },
    onDone: onClose,
  })
  return (
    <DrawerForm onSubmit={onSubmit} isSaving={isSaving} problem={problem}>
      <Secrets {...props} />
      <Field
        label={t("settings.webhookSecrets.add")}
        hint={t(`settings.webhookSecrets.${rail}.hint`)}
        error={form.formState.errors.webhook_secrets?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register("webhook_secrets")}
            type="password"
            autoComplete="new-password"
            spellCheck={false}
          />
        )}
      </Field>
    </DrawerForm>
  )
}

function Secrets({ rail, settings }: Props) {
  const { t } = useTranslation("stablecoin")
  const secrets = settings[rail].webhook_secrets
  if (secrets.length === 0) {
    return (
      <Text size="small" className="text-ui-fg-subtle">
        {t("settings.webhookSecrets.none")}
      </Text>
    )
  }
  return (
    <ul className="divide-y rounded-lg border">
      {secrets.map((secret, index) => (
        <li
          key={secret.id ?? index}
          className="flex items-center justify-between gap-x-4 px-4 py-2"
        >
          <Added secret={secret} />
          <Remove rail={rail} version={settings.version} secret={secret} />
        </li>
      ))}
    </ul>
  )
}

function Added({ secret }: { secret: AdminWebhookSecret }) {
  const { t } = useTranslation("stablecoin")
  const { dateTime } = useFormat()
  return (
    <div className="txt-compact-small text-ui-fg-subtle flex flex-col gap-y-1">
      <WebhookSecretText secret={secret} />
      {secret.created_at && (
        <span className="txt-compact-xsmall text-ui-fg-subtle">
          {t("settings.webhookSecrets.added", {
            date: dateTime(secret.created_at),
          })}
        </span>
      )}
    </div>
  )
}

function Remove({
  rail,
  version,
  secret,
}: {
  rail: Rail
  version: string
  secret: AdminWebhookSecret
}) {
  const { t } = useTranslation("stablecoin")
  const prompt = usePrompt()
  const { save, isSaving } = useSaveSettings(version)
  const { id, last4 } = secret
  if (id === null) {
    return null
  }
  const remove = async () => {
    const sure = await prompt({
      title: t("settings.webhookSecrets.removal.title"),
      description: t("settings.webhookSecrets.removal.text"),
      confirmText: t("settings.webhookSecrets.removal.yes"),
      cancelText: t("common.actions.cancel"),
    })
    if (sure) {
      await save({ [rail]: { webhook_secrets: { remove: [id] } } })
    }
  }
  return (
    <IconButton
      type="button"
      size="small"
      variant="transparent"
      isLoading={isSaving}
      aria-label={t("settings.webhookSecrets.remove", { last4: last4 ?? "" })}
      onClick={() => void remove()}
    >
      <Trash className="text-ui-fg-subtle" />
    </IconButton>
  )
}
