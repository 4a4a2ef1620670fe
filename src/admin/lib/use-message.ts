import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import en from "../i18n/en"
import { hasKey } from "./has-key"
import { type RequestError, statusOf } from "./sdk"

/**
 * The sentence for a rejection, which includes the remedy: in the admin's
 * language if its code is known, or else the store's. The plugin's own text if
 * there was no response.
 */
export function useMessage() {
  const { t } = useTranslation("stablecoin")
  return useCallback(
    (error: unknown): string => {
      const { code, params } = (error as Partial<RequestError>).body ?? {}
      if (hasKey(en.common.errors.code, code)) {
        return String(t(`common.errors.code.${code}`, { ...params }))
      }
      return (
        (statusOf(error) && (error as Error).message) ||
        t("common.errors.unknown")
      )
    },
    [t]
  )
}
