import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import { statusOf } from "./sdk"

/**
 * The store's message for a rejection, which includes the remedy. The plugin's
 * own text if there was no response.
 */
export function useMessage() {
  const { t } = useTranslation("stablecoin")
  return useCallback(
    (error: unknown) =>
      (statusOf(error) && (error as Error).message) ||
      t("common.errors.unknown"),
    [t]
  )
}
