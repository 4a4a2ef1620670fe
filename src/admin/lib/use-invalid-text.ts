import { useCallback } from "react"
import type { AdminFieldError } from "../../http-types"
import { DAY, SETTINGS } from "../../settings"
import en from "../i18n/en/settings.json"
import { useTexts } from "./use-texts"

type InvalidCode = keyof typeof en.invalid

/**
 * The text of an invalid field in the admin's language, with its limit in the
 * unit of the form. The store's own message if it has no translation.
 */
export function useInvalidText() {
  const { t, duration } = useTexts()
  return useCallback(
    ({ path, message, code, limit = 0 }: AdminFieldError): string => {
      const [, name] = path.split(".")
      const kind = SETTINGS.find((setting) => setting.name === name)?.kind
      const limitText =
        kind === "days"
          ? t("settings.value.days", { count: Math.round(limit / DAY) })
          : kind === "duration"
            ? duration(limit)
            : String(limit)
      return isTranslated(code)
        ? t(`settings.invalid.${code}`, { limit: limitText })
        : message
    },
    [t, duration]
  )
}

function isTranslated(code: string | undefined): code is InvalidCode {
  return code !== undefined && Object.hasOwn(en.invalid, code)
}
