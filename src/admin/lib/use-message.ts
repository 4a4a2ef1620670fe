import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import { statusOf } from "./sdk"

/** A refusal in the store's own words, which say what to do; in ours where it gave no answer. */
export function useMessage() {
  const { t } = useTranslation("stablecoin")
  return useCallback(
    (error: unknown) =>
      (statusOf(error) && (error as Error).message) ||
      t("common.errors.unknown"),
    [t]
  )
}
