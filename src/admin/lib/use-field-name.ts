import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import { hasKey } from "./has-key"
import en from "../i18n/en/settings.json"
import { isRail } from "../../ledger/rails"

/**
 * The label of a path such as `onchain.base_url`. Also covers
 * `confirmed:live`, which is not a field but part of some changes.
 */
export function useFieldName() {
  const { t } = useTranslation("stablecoin")
  return useCallback(
    (path: string): string => {
      const confirmed = path.replace(/^confirmed:/, "")
      if (confirmed !== path && hasKey(en.changes.confirmed, confirmed)) {
        return t(`settings.changes.confirmed.${confirmed}`)
      }
      const [area, name] = path.split(".")
      if (!hasKey(en.field, name)) {
        return path
      }
      const field = t(`settings.field.${name}`)
      return isRail(area) ? `${t(`common.rail.${area}`)}: ${field}` : field
    },
    [t]
  )
}
