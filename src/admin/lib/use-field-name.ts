import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import type { SettingsWarning } from "../../http-types"
import en from "../i18n/en/settings.json"
import { isRail } from "../../ledger/rails"

type Field = keyof typeof en.field

/**
 * The label of a path such as `onchain.base_url`. Also covers
 * `confirmed:live`, which is not a field but part of some changes.
 */
export function useFieldName() {
  const { t } = useTranslation("stablecoin")
  return useCallback(
    (path: string): string => {
      const confirmed = path.replace(/^confirmed:/, "")
      if (confirmed !== path && isWarning(confirmed)) {
        return t(`settings.changes.confirmed.${confirmed}`)
      }
      const [area, name] = path.split(".")
      if (!name || !isField(name)) {
        return path
      }
      const field = t(`settings.field.${name}`)
      return isRail(area) ? `${t(`common.rail.${area}`)}: ${field}` : field
    },
    [t]
  )
}

function isField(name: string): name is Field {
  return Object.hasOwn(en.field, name)
}

function isWarning(code: string): code is SettingsWarning {
  return Object.hasOwn(en.changes.confirmed, code)
}
