import { useEffect } from "react"
import { useTranslation } from "react-i18next"
import type {
  AdminSettingsChange,
  AdminTestConnection,
} from "../../../http-types"
import type { Rail } from "../../../ledger/rails"
import { useConnectionTest, type Settings } from "../../lib/settings"
import { useLock } from "../../lib/use-lock"
import { useSettingsForm } from "../../lib/use-settings-form"
import { SECRET_INPUT, TextField } from "../field"
import { DrawerShell } from "../drawer-shell"
import { DrawerForm } from "../form/drawer-form"
import { ConnectionResult } from "./connection-result"
import { EncryptionGuide } from "./encryption-guide"
import { RemoveClientSecret } from "./remove-client-secret"
import { TestSection } from "./test-section"
import { RAIL_TRAITS } from "../../../ledger/rails"

type Props = { rail: Rail; settings: Settings; onClose: () => void }

type Typed = {
  base_url: string
  client_id: string
  client_secret: string
  /** For another account, whose webhooks no stored secret verifies. */
  webhook_secrets: string
}

export function CredentialsDrawer({
  open,
  ...props
}: Props & { open: boolean }) {
  const { t } = useTranslation("stablecoin")
  return (
    <DrawerShell
      open={open}
      onClose={props.onClose}
      title={t(`common.rail.${props.rail}`)}
      description={t(`settings.credentials.${props.rail}`)}
    >
      <CredentialsForm {...props} />
    </DrawerShell>
  )
}

function CredentialsForm({ rail, settings, onClose }: Props) {
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
  const { form, onSubmit, isSaving, problem } = useSettingsForm<Typed>({
    version: settings.version,
    area: rail,
    values: before,
    changeOf: (typed) => changeOf(rail, before, typed),
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
      {(["base_url", "client_id", "client_secret"] as const).map((name) =>
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
      <RemoveClientSecret
        rail={rail}
        settings={settings}
        onRemoved={() => form.setFocus("client_secret")}
      />
      <TestSection
        label={t("settings.test.action")}
        test={test}
        onTest={() => test.mutate(testOf(rail, before, form.getValues()))}
      >
        <ConnectionResult test={test.data} />
      </TestSection>
    </DrawerForm>
  )
}

/**
 * Returns only the changed fields. The others keep their effective settings.
 */
function changedFields(before: Typed, typed: Typed): Partial<Typed> {
  const names = ["base_url", "client_id", "client_secret"] as const
  return Object.fromEntries(
    names
      .filter((name) => typed[name] !== undefined)
      .map((name) => [name, typed[name].trim()] as const)
      .filter(([name, text]) => text !== before[name])
  )
}

function testOf(rail: Rail, before: Typed, typed: Typed): AdminTestConnection {
  const changed = changedFields(before, typed)
  const given = Object.entries(changed).filter(([, text]) => text !== "")
  return { rail, ...Object.fromEntries(given) }
}

function changeOf(
  rail: Rail,
  before: Typed,
  typed: Typed
): AdminSettingsChange | null {
  const changes = Object.entries(changedFields(before, typed)).map(
    ([name, text]) => [name, text || null] as const
  )
  const secret = typed.webhook_secrets.trim()
  const added = secret ? { webhook_secrets: { add: [secret] } } : {}
  return changes.length > 0 || secret
    ? { [rail]: { ...Object.fromEntries(changes), ...added } }
    : null
}
