import { Badge, Text, Tooltip } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { AdminSecret, SettingSource } from "../../../http-types"
import en from "../../i18n/en/settings.json"
import { Row } from "../section"

/**
 * An effective setting with its source unless that is this page, and the reason
 * if it can't be used.
 */
export function SettingRow({
  name,
  setting: { source, problem },
  otherwise,
  children,
}: {
  name: keyof typeof en.field
  setting: { source: SettingSource; problem?: string }
  /** The default when it is not set. */
  otherwise?: string | false
  /** The value. Null or false if it is not set. */
  children: ReactNode
}) {
  const { t } = useTranslation("stablecoin")
  return (
    <Row label={t(`settings.field.${name}`)}>
      <div className="flex flex-col gap-y-1">
        <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
          <div className="min-w-0 break-words">
            {children || (
              <span className="text-ui-fg-subtle">
                {otherwise || t("settings.secret.notSet")}
              </span>
            )}
          </div>
          <SourceBadge source={source} />
        </div>
        {problem && (
          <Text size="small" className="text-ui-fg-error">
            {problem}
          </Text>
        )}
      </div>
    </Row>
  )
}

/**
 * Shows that a secret is set, and its last characters. The secret itself never
 * leaves the store.
 */
export function SecretText({ last4 }: Pick<AdminSecret, "last4">) {
  const { t } = useTranslation("stablecoin")
  return last4 === null
    ? t("settings.secret.set")
    : t("settings.secret.endsIn", { last4 })
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
