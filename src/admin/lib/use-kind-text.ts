import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import { isKnownKind } from "./words"

/** What an exception of a kind is called, what happened, and what to do. A kind without words is its own title. */
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
