import { Alert, Button, StatusBadge } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type {
  AdminHostedSettings,
  AdminOnchainSettings,
} from "../../../http-types"
import type { Rail } from "../../../ledger/rails"
import { takesNewPayments } from "../../../settings/new-payments"
import { useMay } from "../../lib/permissions"
import { useConnectionTest, type Settings } from "../../lib/settings"
import { useLock } from "../../lib/use-lock"
import { useMessage } from "../../lib/use-message"
import { Row, Rows, Section } from "../section"
import { ConnectionResult } from "./connection-result"
import { CredentialsDrawer } from "./credentials-drawer"
import { EditButton } from "./edit-button"
import { ModeStrip } from "./mode-strip"
import { SecretRow, SettingRow } from "./setting-row"
import { WebhookSecretsDrawer } from "./webhook-secrets-drawer"
import { WebhookSecretsList } from "./webhook-secrets-list"

type Credentials = AdminHostedSettings | AdminOnchainSettings

/**
 * The settings of one rail: its mode, its credentials, and the connection test.
 */
export function CredentialsSection({
  rail,
  settings,
}: {
  rail: Rail
  settings: Settings
}) {
  const { t } = useTranslation("stablecoin")
  const [open, setOpen] = useState<"credentials" | "secrets" | null>(null)
  const credentials: Credentials = settings[rail]
  const mayUpdate = useMay("stablecoin_setting:update")
  const lock = useLock()
  const isReadOnly = (
    ["base_url", "client_id", "client_secret"] as const
  ).every((name) => lock(credentials[name]) !== undefined)
  const test = useConnectionTest()
  const message = useMessage()
  const close = () => setOpen(null)

  return (
    <Section
      title={t(`common.rail.${rail}`)}
      actions={
        <>
          <ReadyBadge rail={rail} settings={settings} />
          {mayUpdate && (
            <Button
              size="small"
              variant="secondary"
              isLoading={test.isPending}
              onClick={() => test.mutate({ rail })}
            >
              {t("settings.test.action")}
            </Button>
          )}
          {!isReadOnly && (
            <EditButton
              what={t(`common.rail.${rail}`)}
              onClick={() => setOpen("credentials")}
            />
          )}
        </>
      }
    >
      <ModeStrip mode={credentials.mode} sandbox={credentials.sandbox} />
      <Rows>
        <SettingRow
          label={t("settings.field.base_url")}
          setting={credentials.base_url}
        >
          {(url) => url}
        </SettingRow>
        <SettingRow
          label={t("settings.field.client_id")}
          setting={credentials.client_id}
        >
          {(id) => <span className="font-mono">{id}</span>}
        </SettingRow>
        <SecretRow
          label={t("settings.field.client_secret")}
          secret={credentials.client_secret}
        />
        <Row label={t(`settings.webhookSecrets.${rail}.title`)}>
          <div className="flex items-start justify-between gap-x-2">
            <WebhookSecretsList
              rail={rail}
              secrets={credentials.webhook_secrets}
            />
            {mayUpdate && (
              <Button
                size="small"
                variant="transparent"
                className="-my-1 shrink-0"
                onClick={() => setOpen("secrets")}
                aria-label={t(`settings.webhookSecrets.${rail}.manage`)}
              >
                {t("settings.webhookSecrets.action")}
              </Button>
            )}
          </div>
        </Row>
      </Rows>
      <Problems problems={credentials.problems} />
      <div className={test.data || test.error ? "px-6 py-4" : "hidden"}>
        <ConnectionResult test={test.data} />
        {test.error && (
          <Alert variant="error" role="alert">
            {message(test.error)}
          </Alert>
        )}
      </div>
      <CredentialsDrawer
        rail={rail}
        settings={settings}
        open={open === "credentials"}
        onClose={close}
      />
      <WebhookSecretsDrawer
        rail={rail}
        settings={settings}
        open={open === "secrets"}
        onClose={close}
      />
    </Section>
  )
}

function ReadyBadge({ rail, settings }: { rail: Rail; settings: Settings }) {
  const { t } = useTranslation("stablecoin")
  const { value } = settings.general.accept_new_payments
  const state = !settings[rail].ready
    ? "notReady"
    : value && !takesNewPayments(value, rail)
      ? "noNewPayments"
      : "ready"
  return (
    <StatusBadge color={state === "ready" ? "green" : "orange"}>
      {t(`settings.${state}`)}
    </StatusBadge>
  )
}

function Problems({ problems }: { problems: string[] }) {
  const { t } = useTranslation("stablecoin")
  if (problems.length === 0) {
    return null
  }
  return (
    <div className="px-6 py-4">
      <Alert variant="warning">
        <span className="txt-compact-small-plus">{t("settings.problems")}</span>
        <ul className="mt-1 flex list-disc flex-col gap-y-1 pl-4">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </Alert>
    </div>
  )
}
