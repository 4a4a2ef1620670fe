import type { TFunction } from "i18next"
import type { AdminException } from "../../../http-types"
import { isKnownKind } from "../../lib/words"

/**
 * The title, explanation and remedy of an exception's kind. A kind without a
 * translation is its own title.
 */
export function kindText(t: TFunction<"stablecoin">, kind: string) {
  return isKnownKind(kind)
    ? {
        title: t(`exceptions.kind.${kind}.title`),
        happened: t(`exceptions.kind.${kind}.happened`),
        todo: t(`exceptions.kind.${kind}.todo`),
      }
    : { title: kind, happened: null, todo: null }
}

/** The title of an exception, with its number of payments. */
export function exceptionTitle(
  t: TFunction<"stablecoin">,
  { kind, details }: Pick<AdminException, "kind" | "details">
): string {
  const { title } = kindText(t, kind)
  return kind === "never_answered_group" && details?.count
    ? t("exceptions.counted", { title, number: details.count })
    : title
}
