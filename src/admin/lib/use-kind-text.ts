import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import type { AdminException } from "../../http-types"
import { isKnownKind } from "./words"

/**
 * The title, explanation and remedy of an exception's kind. A kind without a
 * translation is its own title.
 */
export function useKindText() {
  const { t } = useTranslation("stablecoin")
  return useCallback(
    (kind: string) =>
      isKnownKind(kind)
        ? {
            title: t(`exceptions.kind.${kind}.title`),
            happened: t(`exceptions.kind.${kind}.happened`),
            todo: t(`exceptions.kind.${kind}.todo`),
          }
        : { title: kind, happened: null, todo: null },
    [t]
  )
}

/** The title of an exception, with its number of payments. */
export function useExceptionTitle() {
  const { t } = useTranslation("stablecoin")
  const kindText = useKindText()
  return useCallback(
    ({ kind, details }: Pick<AdminException, "kind" | "details">) => {
      const { title } = kindText(kind)
      return kind === "never_answered_group" && details?.count
        ? t("exceptions.counted", { title, number: details.count })
        : title
    },
    [t, kindText]
  )
}
