import { Trash } from "@medusajs/icons"
import { Alert, Badge, IconButton, StatusBadge } from "@medusajs/ui"
import type { AdminCredentials, AdminWebhookSecret } from "../../../http-types"
import type { Rail } from "../../../ledger/rails"
import { takesNewPayments } from "../../../settings/new-payments"
import { useMay } from "../../lib/permissions"
import {
  isInConfig,
  useConnectionTest,
  useRemoval,
  useSettings,
} from "../../lib/settings"
import { useTexts } from "../../lib/use-texts"
import { ModeStrip } from "../mode-strip"
import { Row, Rows } from "../section"
import { ConnectionResult } from "./connection-result"
import { CredentialsForm } from "./credentials-form"
import { EditableSection } from "./editable-section"
import { SecretText, SettingRow, SourceBadge } from "./setting-row"
import { SmallButton } from "../small-button"

export function CredentialsSection({ rail }: { rail: Rail }) {
  const { t } = useTexts()
  const credentials: AdminCredentials = useSettings()[rail]
  const mayUpdate = useMay("stablecoin_setting:update")
  const test = useConnectionTest()
  const { client_id, client_secret } = credentials
  const shown = {
    base_url: credentials.base_url.value,
    client_id: client_id.value && (
      <span className="font-mono">{client_id.value}</span>
    ),
    client_secret: client_secret.set ? <SecretText {...client_secret} /> : null,
  }
  return (
    <EditableSection
      title={t(`common.rail.${rail}`)}
      text={t(`settings.credentials.${rail}`)}
      isReadOnly={isInConfig(client_id)}
      form={(onClose) => <CredentialsForm {...{ rail, onClose }} />}
      actions={
        <>
          <ReadyBadge rail={rail} />
          {mayUpdate && (
            <SmallButton
              isLoading={test.isPending}
              onClick={() => test.mutate({ rail })}
            >
              {t("settings.test.action")}
            </SmallButton>
          )}
        </>
      }
    >
      <ModeStrip mode={credentials.mode} sandbox={credentials.sandbox} />
      <Rows>
        {(Object.keys(shown) as (keyof typeof shown)[]).map((name) => (
          <SettingRow key={name} name={name} setting={credentials[name]}>
            {shown[name]}
          </SettingRow>
        ))}
        <Row label={t(`settings.webhookSecrets.${rail}.title`)}>
          <WebhookSecrets rail={rail} />
        </Row>
      </Rows>
      <Problems problems={credentials.problems} />
      <div className={test.data || test.error ? "px-6 py-4" : "hidden"}>
        <ConnectionResult test={test} />
      </div>
    </EditableSection>
  )
}

function ReadyBadge({ rail }: { rail: Rail }) {
  const { t } = useTexts()
  const settings = useSettings()
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
  const { t } = useTexts()
  return (
    <div className={problems.length ? "px-6 py-4" : "hidden"}>
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

/**
 * Lists the webhook secrets of a rail without revealing them. Several may be
 * valid, so that a rotation rejects no webhook.
 */
export function WebhookSecrets({ rail }: { rail: Rail }) {
  const { t } = useTexts()
  const mayUpdate = useMay("stablecoin_setting:update")
  const question = "settings.webhookSecrets.removal"
  const { remove, isSaving } = useRemoval(question, rail)
  const secrets = useSettings()[rail].webhook_secrets
  if (secrets.length === 0) {
    return <span className="text-ui-fg-subtle">{t("settings.list.none")}</span>
  }
  return (
    <ul className="flex flex-col gap-y-1">
      {secrets.map((secret, index) => (
        <li
          key={secret.id ?? index}
          className="flex items-start justify-between gap-x-4"
        >
          <SecretState secret={secret} />
          {mayUpdate && secret.id !== null && (
            <IconButton
              size="small"
              variant="transparent"
              className="-my-1"
              isLoading={isSaving}
              aria-label={t("settings.webhookSecrets.remove", {
                last4: secret.last4 ?? "",
              })}
              onClick={() =>
                void remove({ webhook_secrets: { remove: [secret.id!] } })
              }
            >
              <Trash className="text-ui-fg-subtle" />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  )
}

/**
 * The state of a secret, and the payments whose webhooks it verifies unless it
 * is a current one.
 */
function SecretState({ secret }: { secret: AdminWebhookSecret }) {
  const { t, dateTime } = useTexts()
  const { current, account, created_at, replaced_at } = secret
  const standing = current ? "current" : replaced_at ? "replaced" : "retained"
  return (
    <span className="flex min-w-0 flex-col gap-y-1">
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
      {created_at && (
        <span className="txt-compact-xsmall">
          {t("settings.list.added", { date: dateTime(created_at) })}
        </span>
      )}
    </span>
  )
}
