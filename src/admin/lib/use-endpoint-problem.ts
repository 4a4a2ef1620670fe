import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import type { AdminEndpointTest } from "../../http-types"
import { chainInfo } from "../../gateway/chains"

type Problem = AdminEndpointTest["problems"][number]

/** A problem of an endpoint and its remedy, in the admin's language. */
export function useEndpointProblem() {
  const { t } = useTranslation("stablecoin")
  return useCallback(
    ({ code, params }: Problem) => {
      const networkOf = (name: string) => {
        const value = params[name]
        return typeof value === "string" ? chainInfo(value)?.name : undefined
      }
      const texts = {
        ...params,
        chain: networkOf("chain"),
        actual: networkOf("actual") ?? t("settings.endpoints.otherNetwork"),
      }
      return {
        message: t(`settings.endpoints.problem.${code}.message`, texts),
        remedy: t(`settings.endpoints.problem.${code}.remedy`),
      }
    },
    [t]
  )
}
