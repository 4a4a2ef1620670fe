import { useTranslation } from "react-i18next"
import { pathOf } from "../../health/sentences"
import type { AdminHealthCheck } from "../../http-types"
import { rejectionOf } from "./rejections"
import { useTexts } from "./use-texts"
import { isRail } from "../../ledger/rails"

/**
 * A check's finding and remedy in the admin's language. Falls back to the
 * store's text if there is no translation.
 */
export function useHealthSentences() {
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
