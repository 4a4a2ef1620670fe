import {
  CheckCircleSolid,
  ExclamationCircleSolid,
  XCircleSolid,
} from "@medusajs/icons"
import { Text, clx } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminHealthCheck, HealthStatus } from "../../../http-types"
import { useHealthSentences } from "../../lib/use-health-sentences"

const LOOKS = {
  ok: { Icon: CheckCircleSolid, className: "text-ui-tag-green-icon" },
  warning: {
    Icon: ExclamationCircleSolid,
    className: "text-ui-tag-orange-icon",
  },
  error: { Icon: XCircleSolid, className: "text-ui-tag-red-icon" },
} as const

export function StatusIcon({ status }: { status: HealthStatus }) {
  const { Icon, className } = LOOKS[status]
  return <Icon aria-hidden className={clx("shrink-0", className)} />
}

/** A health check: its status, its finding and the remedy. */
export function CheckRow({ check }: { check: AdminHealthCheck }) {
  const { t } = useTranslation("stablecoin")
  const { message, remedy } = useHealthSentences()(check)
  return (
    <li className="grid grid-cols-[20px_minmax(0,1fr)] gap-x-3 gap-y-1 px-6 py-3 md:grid-cols-[20px_90px_minmax(0,1fr)_minmax(0,2fr)]">
      <span className="flex h-5 items-center">
        <StatusIcon status={check.status} />
      </span>
      <Text size="small" leading="compact" weight="plus">
        {t(`health.status.${check.status}`)}
      </Text>
      <Text
        size="small"
        leading="compact"
        weight="plus"
        className="col-start-2 md:col-start-auto"
      >
        {t(`health.check.${check.id}`)}
      </Text>
      <div className="txt-small text-ui-fg-subtle col-start-2 min-w-0 break-words md:col-start-auto">
        <p>{message}</p>
        {remedy && check.status !== "ok" && (
          <p className="text-ui-fg-base mt-1">
            <strong className="txt-small-plus">{t("health.remedy")}</strong>{" "}
            {remedy}
          </p>
        )}
      </div>
    </li>
  )
}
