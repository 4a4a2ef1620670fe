import { Badge, Tooltip } from "@medusajs/ui"
import { useTranslation } from "react-i18next"

/** Marks payments with test money. Live mode is expected and gets no badge. */
export function TestBadge({ mode }: { mode: string | null }) {
  const { t } = useTranslation("stablecoin")
  if (mode !== "test") {
    return null
  }
  return (
    <Tooltip content={t("common.mode.testHint")}>
      <Badge size="2xsmall" color="orange" rounded="full">
        {t("common.mode.test")}
      </Badge>
    </Tooltip>
  )
}

/**
 * The mode as text. The gateway may report modes that the plugin has no text
 * for.
 */
export function ModeText({ mode }: { mode: string | null }) {
  const { t } = useTranslation("stablecoin")
  if (mode === "test") {
    return <TestBadge mode={mode} />
  }
  return <>{mode === "live" ? t("common.mode.live") : (mode ?? "—")}</>
}
