import {
  CheckCircleSolid,
  ExclamationCircleSolid,
  XCircleSolid,
} from "@medusajs/icons"
import { clx } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminHealthCheck, HealthStatus } from "../../../http-types"
import { pathOf } from "../../../health/sentences"
import { rejectionOf } from "../../lib/rejections"
import { useTexts } from "../../lib/use-texts"
import { isRail } from "../../../ledger/rails"

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
      <p className="txt-compact-small-plus">
        {t(`health.status.${check.status}`)}
      </p>
      <p className="txt-compact-small-plus col-start-2 md:col-start-auto">
        {t(`health.check.${check.id}`)}
      </p>
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

/**
 * A check's finding and remedy in the admin's language. Falls back to the
 * store's text if there is no translation.
 */
function useHealthSentences() {
  const { i18n } = useTranslation("stablecoin")
  const { t, dateTime } = useTexts()
  const when = (time: string | number | undefined) =>
    typeof time === "string" ? dateTime(time) : time
  const railName = (rail: string | number | undefined) =>
    isRail(rail) ? t(`common.rail.${rail}`) : rail
  const modeName = (mode: string | number | undefined) =>
    mode === "test" || mode === "live" ? t(`common.modeOf.${mode}`) : mode
  return ({ id, code, params, message, remedy }: AdminHealthCheck) => {
    const names = {
      ...params,
      rail: railName(params.rail ?? id.split("_")[1]),
      other_rail: railName(params.other_rail),
      mode: modeName(params.mode),
      other_mode: modeName(params.other_mode),
      reason: t(rejectionOf(params.reason)),
      since: when(params.since),
      at: when(params.at),
    }
    const say = (key: string, otherwise: string): string =>
      i18n.t(key, otherwise, { ...names, ns: "stablecoin" })
    const found = ["health.found", ...pathOf(id, code)].join(".")
    return {
      message: say(`${found}.message`, message),
      remedy: remedy && say(`${found}.remedy`, remedy),
    }
  }
}
