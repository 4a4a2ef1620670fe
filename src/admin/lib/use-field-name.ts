import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import en from "../i18n/en/settings.json"

type Field = keyof typeof en.field

/** What `onchain.base_url` is called on the page. */
export function useFieldName() {
  const { t } = useTranslation("stablecoin")
  return useCallback(
    (path: string): string => {
      const [area, name] = path.split(".")
      if (!name || !isField(name)) {
        return path
      }
      const field = t(`settings.field.${name}`)
      return area === "hosted" || area === "onchain"
        ? `${t(`common.rail.${area}`)}: ${field}`
        : field
    },
    [t]
  )
}

function isField(name: string): name is Field {
  return Object.hasOwn(en.field, name)
}
