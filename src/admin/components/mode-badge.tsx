import { Badge, Tooltip } from "@medusajs/ui"
import { useTranslation } from "react-i18next"

/** Marks what was not paid with real money. Live is what is expected, and says nothing. */
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

/** The mode in words: the gateway may know others than ours. */
export function ModeText({ mode }: { mode: string | null }) {
  const { t } = useTranslation("stablecoin")
  if (mode === "test") {
    return <TestBadge mode={mode} />
  }
  return <>{mode === "live" ? t("common.mode.live") : (mode ?? "—")}</>
}
