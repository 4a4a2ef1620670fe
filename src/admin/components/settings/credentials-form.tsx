import { useEffect } from "react"
import { useTranslation } from "react-i18next"
import { Trash } from "@medusajs/icons"
import type { AdminTestConnection } from "../../../http-types"
import type { Rail } from "../../../ledger/rails"
import {
  isInConfig,
  useConnectionTest,
  useSettings,
  useRemoval,
} from "../../lib/settings"
import { useSettingsForm } from "../../lib/use-settings-form"
import { SECRET_INPUT, TextField } from "../field"
import { DrawerForm } from "../drawer-shell"
import { ConnectionResult } from "./connection-result"
import { EncryptionGuide } from "./encryption-guide"
import { SmallButton } from "../small-button"

type Props = { rail: Rail; onClose: () => void }

type Typed = Record<
  "base_url" | "client_id" | "client_secret" | "webhook_secrets",
  string
>

export function CredentialsForm({ rail, onClose }: Props) {
  const { t } = useTranslation("stablecoin")
  const settings = useSettings()
  const test = useConnectionTest()
  const { reset: forgetTest } = test
  // Erases the tested secret when the form closes.
  useEffect(() => forgetTest, [forgetTest])
  const { base_url, client_id, client_secret } = settings[rail]
  const before: Typed = {
    base_url: base_url.value ?? "",
    client_id: client_id.value ?? "",
    client_secret: "",
    webhook_secrets: "",
  }
  const { form, ...drawer } = useSettingsForm({
    area: rail,
    values: before,
    settingsOf: (typed) => settingsOf(rail, before, typed),
    onDone: onClose,
  })
  const field = (name: keyof Typed, label: string, hint: string) => (
    <TextField
      {...{ form, name, label, hint }}
      input={name.includes("secret") ? SECRET_INPUT : undefined}
    />
  )
  return (
    <DrawerForm {...drawer}>
      {!isInConfig(base_url) &&
        field(
          "base_url",
          t("settings.field.base_url"),
          t("settings.hint.base_url")
        )}
      {field(
        "client_id",
        t("settings.field.client_id"),
        t(`settings.hint.client_id.${rail}`)
      )}
      {settings.encryption.ready ? (
        <>
          {field(
            "client_secret",
            t("settings.field.client_secret"),
            t(
              `settings.hint.client_secret.${client_secret.set ? "keep" : rail}`
            )
          )}
          {takesWebhookSecret(rail, before, form.watch()) &&
            field(
              "webhook_secrets",
              t(`settings.webhookSecrets.${rail}.add`),
              t(`settings.webhookSecrets.${rail}.hint`)
            )}
        </>
      ) : (
        <EncryptionGuide problem={settings.encryption.problem} />
      )}
      <RemoveAccount rail={rail} onRemoved={() => form.setFocus("client_id")} />
      <div className="flex flex-col items-start gap-y-3">
        <SmallButton
          isLoading={test.isPending}
          onClick={() => test.mutate(testOf(rail, form.getValues()))}
        >
          {t("settings.test.action")}
        </SmallButton>
        <ConnectionResult test={test} />
      </div>
    </DrawerForm>
  )
}

/** A replaced client secret can only be one of the account before. */
function takesWebhookSecret(rail: Rail, before: Typed, typed: Typed): boolean {
  const isSame = (name: keyof Typed) => typed[name].trim() === before[name]
  return rail === "onchain" || (isSame("base_url") && isSame("client_id"))
}

/** The settings for typed credentials. A blank secret keeps the stored one. */
function settingsOf(rail: Rail, before: Typed, typed: Typed) {
  const added = takesWebhookSecret(rail, before, typed)
    ? typed.webhook_secrets.trim()
    : ""
  return {
    base_url: typed.base_url.trim() || null,
    client_id: typed.client_id.trim() || null,
    client_secret: typed.client_secret.trim() || null,
    webhook_secrets: { add: added ? [added] : [] },
  }
}

/** Tests what is typed. The store has the secret that was left blank. */
function testOf(
  rail: Rail,
  { base_url, client_id, client_secret }: Typed
): AdminTestConnection {
  return { rail, base_url, client_id, client_secret }
}

function RemoveAccount({
  rail,
  onRemoved,
}: {
  rail: Rail
  /** Called before the focused button disappears. */
  onRemoved: () => void
}) {
  const { t } = useTranslation("stablecoin")
  const { remove, isSaving } = useRemoval("settings.accountRemoval", rail)
  const { set, source } = useSettings()[rail].client_secret
  if (!set || source !== "admin") {
    return null
  }
  return (
    <SmallButton
      className="-mt-3 self-start"
      isLoading={isSaving}
      onClick={async () => {
        if (await remove({ client_secret: null })) {
          onRemoved()
        }
      }}
    >
      <Trash />
      {t("settings.accountRemoval.action")}
    </SmallButton>
  )
}
