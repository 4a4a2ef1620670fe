import { Badge, Tooltip } from "@medusajs/ui"
import { useTranslation } from "react-i18next"

/**
 * Marks test money, and money of a mode that the plugin does not know. Live mode
 * is expected and gets no badge.
 */
export function ModeBadge({ mode }: { mode: string | null }) {
  const { t } = useTranslation("stablecoin")
  if (mode === null || mode === "live") {
    return null
  }
  const isTest = mode === "test"
  const badge = (
    <Badge size="2xsmall" color="orange" rounded="full">
      {isTest ? t("common.mode.test") : mode}
    </Badge>
  )
  return isTest ? (
    <Tooltip content={t("common.mode.testHint")}>{badge}</Tooltip>
  ) : (
    badge
  )
}
