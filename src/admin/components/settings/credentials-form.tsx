import { Button } from "@medusajs/ui"
import { useEffect } from "react"
import { useTranslation } from "react-i18next"
import { Trash } from "@medusajs/icons"
import type { AdminTestConnection } from "../../../http-types"
import { RAIL_TRAITS, type Rail } from "../../../ledger/rails"
import { useConnectionTest, type Settings } from "../../lib/settings"
import { changesOf, secretsIn } from "../../lib/setting-input"
import { useLock } from "../../lib/use-lock"
import { useSettingsForm } from "../../lib/use-settings-form"
import { SECRET_INPUT, TextField } from "../field"
import { DrawerForm } from "../form/drawer-form"
import { ConnectionResult } from "./connection-result"
import { EncryptionGuide } from "./encryption-guide"
import { useRemoval } from "../../lib/use-save-settings"

type Props = { rail: Rail; settings: Settings; onClose: () => void }

export const CREDENTIALS = ["base_url", "client_id", "client_secret"] as const

type Typed = {
  base_url: string
  client_id: string
  client_secret: string
  /** For another account, whose webhooks no stored secret verifies. */
  webhook_secrets: string
}

/** The form of a rail's credentials. */
export function CredentialsForm({ rail, settings, onClose }: Props) {
  const { t } = useTranslation("stablecoin")
  const lock = useLock()
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
  const { form, onSubmit, isSaving, problem } = useSettingsForm({
    version: settings.version,
    area: rail,
    values: before,
    settingsOf,
    onDone: onClose,
  })
  const { errors } = form.formState
  const [baseUrl, clientId] = form.watch(["base_url", "client_id"])
  // On the hosted rail, the client secret also signs webhooks.
  const isOtherAccount =
    !RAIL_TRAITS[rail].signsWithClientSecret &&
    Boolean(clientId.trim()) &&
    (baseUrl.trim() !== before.base_url || clientId.trim() !== before.client_id)
  const locks = {
    base_url: lock(base_url),
    client_id: lock(client_id),
    client_secret: lock(client_secret),
  }
  const hints = {
    base_url: t("settings.hint.base_url"),
    client_id: t(`settings.hint.client_id.${rail}`),
    client_secret: client_secret.set
      ? t("settings.hint.client_secret.keep")
      : t(`settings.hint.client_secret.${rail}`),
  }
  return (
    <DrawerForm
      onSubmit={onSubmit}
      isSaving={isSaving}
      problem={problem}
      isReadOnly={Object.values(locks).every((lock) => lock !== undefined)}
    >
      {CREDENTIALS.map((name) =>
        name === "client_secret" &&
        !locks[name] &&
        !settings.encryption.ready ? (
          <EncryptionGuide key={name} problem={settings.encryption.problem} />
        ) : (
          <TextField
            key={name}
            label={t(`settings.field.${name}`)}
            hint={locks[name] ?? hints[name]}
            error={errors[name]?.message}
            input={{
              ...(name === "client_secret" && SECRET_INPUT),
              ...form.register(name),
              disabled: locks[name] !== undefined,
              placeholder:
                name === "client_secret" && client_secret.set
                  ? "••••••••••••"
                  : undefined,
            }}
          />
        )
      )}
      {isOtherAccount && settings.encryption.ready && (
        <TextField
          label={t("settings.webhookSecrets.ofAccount.label")}
          hint={t("settings.webhookSecrets.ofAccount.hint")}
          error={errors.webhook_secrets?.message}
          input={{ ...SECRET_INPUT, ...form.register("webhook_secrets") }}
        />
      )}
      <RemoveAccount
        rail={rail}
        settings={settings}
        onRemoved={() => form.setFocus("client_id")}
      />
      <div className="flex flex-col items-start gap-y-3">
        <Button
          type="button"
          size="small"
          variant="secondary"
          isLoading={test.isPending}
          onClick={() => test.mutate(testOf(rail, before, form.getValues()))}
        >
          {t("settings.test.action")}
        </Button>
        <ConnectionResult test={test} />
      </div>
    </DrawerForm>
  )
}

/** The settings for typed credentials. A blank secret keeps the stored one. */
function credentialsOf(typed: Typed) {
  const entries = CREDENTIALS.flatMap((name) => {
    // A disabled field may have no value.
    const text: string | undefined = typed[name]
    return text === undefined ? [] : [[name, text.trim() || null] as const]
  })
  return Object.fromEntries(entries)
}

function settingsOf(typed: Typed) {
  const webhook_secrets = { add: secretsIn(typed.webhook_secrets) }
  return { ...credentialsOf(typed), webhook_secrets }
}

/** Tests what was changed, with the effective settings for the rest. */
function testOf(rail: Rail, before: Typed, typed: Typed): AdminTestConnection {
  const changes = changesOf(credentialsOf(before), credentialsOf(typed)) ?? {}
  const given = Object.entries(changes).filter(([, text]) => text !== null)
  return { rail, ...Object.fromEntries(given) }
}

/** Removes an account that was entered in the admin. */
function RemoveAccount({
  rail,
  settings,
  onRemoved,
}: {
  rail: Rail
  settings: Settings
  /** Called before the focused button disappears. */
  onRemoved: () => void
}) {
  const { t } = useTranslation("stablecoin")
  const { remove, isSaving } = useRemoval(settings.version)
  const { set, source } = settings[rail].client_secret
  if (!set || source !== "admin") {
    return null
  }
  const removeAccount = async () => {
    const change = { [rail]: { client_secret: null } }
    const isRemoved = await remove(change, {
      title: t("settings.accountRemoval.title"),
      description: t("settings.accountRemoval.text", {
        rail: t(`common.rail.${rail}`),
      }),
      confirmText: t("settings.accountRemoval.yes"),
    })
    if (isRemoved) {
      onRemoved()
    }
  }
  return (
    <Button
      type="button"
      size="small"
      variant="secondary"
      className="-mt-3 self-start"
      isLoading={isSaving}
      onClick={() => void removeAccount()}
    >
      <Trash />
      {t("settings.accountRemoval.action")}
    </Button>
  )
}
