import { Drawer } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { Rail } from "../../../ledger/rails"
import type { Settings } from "../../lib/settings"
import { secretsIn } from "../../lib/setting-input"
import { useSettingsForm } from "../../lib/use-settings-form"
import { SECRET_INPUT, TextField } from "../field"
import { DrawerShell } from "../drawer-shell"
import { DrawerForm } from "../form/drawer-form"
import { EncryptionGuide } from "./encryption-guide"
import { WebhookSecretsList } from "./webhook-secrets-list"

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
