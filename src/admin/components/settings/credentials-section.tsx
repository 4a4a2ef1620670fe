import { Alert, Button, StatusBadge } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type {
  AdminHostedSettings,
  AdminOnchainSettings,
} from "../../../http-types"
import type { Rail } from "../../../ledger/rails"
import { takesNewPayments } from "../../../settings/new-payments"
import { useMay } from "../../lib/permissions"
import {
  isInConfig,
  useConnectionTest,
  type Settings,
} from "../../lib/settings"
import { Row, Rows } from "../section"
import { ConnectionResult } from "./connection-result"
import { CredentialsForm } from "./credentials-form"
import { EditableSection } from "./editable-section"
import { ModeStrip } from "./mode-strip"
import { SecretText, SettingRow } from "./setting-row"
import { WebhookSecrets } from "./webhook-secrets"

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
  const credentials: Credentials = settings[rail]
  const mayUpdate = useMay("stablecoin_setting:update")
  const test = useConnectionTest()

  return (
    <EditableSection
      title={t(`common.rail.${rail}`)}
      text={t(`settings.credentials.${rail}`)}
      isReadOnly={isInConfig(credentials.client_id)}
      form={(onClose) => <CredentialsForm {...{ rail, settings, onClose }} />}
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
        </>
      }
    >
      <ModeStrip mode={credentials.mode} sandbox={credentials.sandbox} />
      <Rows>
        <SettingRow
          label={t("settings.field.base_url")}
          setting={credentials.base_url}
        >
          {credentials.base_url.value}
        </SettingRow>
        <SettingRow
          label={t("settings.field.client_id")}
          setting={credentials.client_id}
        >
          {credentials.client_id.value && (
            <span className="font-mono">{credentials.client_id.value}</span>
          )}
        </SettingRow>
        <SettingRow
          label={t("settings.field.client_secret")}
          setting={credentials.client_secret}
        >
          {credentials.client_secret.set ? (
            <SecretText {...credentials.client_secret} />
          ) : null}
        </SettingRow>
        <Row label={t(`settings.webhookSecrets.${rail}.title`)}>
          <WebhookSecrets rail={rail} settings={settings} />
        </Row>
      </Rows>
      <Problems problems={credentials.problems} />
      <div className={test.data || test.error ? "px-6 py-4" : "hidden"}>
        <ConnectionResult test={test} />
      </div>
    </EditableSection>
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
