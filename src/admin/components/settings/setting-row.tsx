import { Badge, Text, Tooltip } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type {
  AdminSecret,
  AdminSetting,
  SettingSource,
} from "../../../http-types"
import { Row } from "../section"

/** An effective setting with its source, and the reason if it can't be used. */
export function SettingRow<T>({
  label,
  setting,
  otherwise,
  children,
}: {
  label: string
  setting: AdminSetting<T>
  /** The default when it is not set. */
  otherwise?: string
  children: (value: T) => ReactNode
}) {
  return (
    <Row label={label}>
      <Sourced source={setting.source} problem={setting.problem}>
        {setting.value === null ? (
          <NotSet text={otherwise} />
        ) : (
          children(setting.value)
        )}
      </Sourced>
    </Row>
  )
}

/**
 * Shows whether a secret is set, and its last characters. The secret itself
 * never leaves the store.
 */
export function SecretRow({
  label,
  secret,
}: {
  label: string
  secret: AdminSecret
}) {
  return (
    <Row label={label}>
      <Sourced source={secret.source} problem={secret.problem}>
        {secret.set ? <SecretText last4={secret.last4} /> : <NotSet />}
      </Sourced>
    </Row>
  )
}

export function SecretText({ last4 }: { last4: string | null }) {
  const { t } = useTranslation("stablecoin")
  return (
    <span>
      {last4 === null
        ? t("settings.secret.set")
        : t("settings.secret.endsIn", { last4 })}
    </span>
  )
}

/** A value, with its source unless that is this page. */
export function Sourced({
  source,
  problem,
  children,
}: {
  source: SettingSource
  problem?: string
  children: ReactNode
}) {
  return (
    <div className="flex flex-col gap-y-1">
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <div className="min-w-0 break-words">{children}</div>
        <SourceBadge source={source} />
      </div>
      {problem && (
        <Text size="small" className="text-ui-fg-error">
          {problem}
        </Text>
      )}
    </div>
  )
}

export function SourceBadge({ source }: { source: SettingSource }) {
  const { t } = useTranslation("stablecoin")
  if (source !== "config" && source !== "default") {
    return null
  }
  return (
    <Tooltip content={t(`settings.source.${source}.hint`)}>
      <Badge size="2xsmall" tabIndex={0} className="whitespace-nowrap">
        {t(`settings.source.${source}.name`)}
      </Badge>
    </Tooltip>
  )
}

function NotSet({ text }: { text?: string }) {
  const { t } = useTranslation("stablecoin")
  return (
    <span className="text-ui-fg-subtle">
      {text ?? t("settings.secret.notSet")}
    </span>
  )
}
