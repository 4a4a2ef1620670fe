import { useTranslation } from "react-i18next"
import { pathOf } from "../../health/sentences"
import type { AdminHealthCheck } from "../../http-types"
import { isRail } from "../../ledger/rails"
import { useTexts } from "./use-texts"
import { modeText, rejectionOf } from "./words"

type Finding = Pick<
  AdminHealthCheck,
  "code" | "params" | "message" | "remedy"
> & { id: string }

/**
 * The finding of a health check, or of a test of the credentials, and its remedy in
 * the admin's language. Falls back to the store's text if there is no translation.
 */
export function useFindings() {
  const { i18n } = useTranslation("stablecoin")
  const { t, dateTime } = useTexts()
  const when = (time: string | number | undefined) =>
    typeof time === "string" ? dateTime(time) : time
  const railName = (rail: string | number | undefined) =>
    isRail(rail) ? t(`common.rail.${rail}`) : rail
  return ({ id, code, params, message, remedy }: Finding) => {
    const names = {
      ...params,
      rail: railName(params.rail ?? id.split("_")[1]),
      other_rail: railName(params.other_rail),
      mode: modeText(t, params.mode),
      other_mode: modeText(t, params.other_mode),
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
