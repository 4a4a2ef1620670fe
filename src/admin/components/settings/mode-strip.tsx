import {
  ExclamationCircleSolid,
  CheckCircleSolid,
  InformationCircleSolid,
} from "@medusajs/icons"
import { clx } from "@medusajs/ui"
import { useTranslation } from "react-i18next"

const LOOKS = {
  test: {
    Icon: ExclamationCircleSolid,
    className: "bg-ui-tag-orange-bg text-ui-tag-orange-text",
  },
  live: {
    Icon: CheckCircleSolid,
    className: "bg-ui-tag-green-bg text-ui-tag-green-text",
  },
  other: {
    Icon: InformationCircleSolid,
    className: "bg-ui-tag-neutral-bg text-ui-tag-neutral-text",
  },
} as const

/** Whether real money moves, across the whole width, so that nobody takes one for the other. */
export function ModeStrip({ mode }: { mode: string | null }) {
  const { t } = useTranslation("stablecoin")
  const kind = mode === "test" || mode === "live" ? mode : "other"
  const { Icon, className } = LOOKS[kind]
  const name =
    kind === "other"
      ? (mode?.toUpperCase() ?? t("settings.mode.unknown.name"))
      : t(`settings.mode.${kind}.name`)
  const meaning =
    kind === "other"
      ? t(mode ? "settings.mode.other.text" : "settings.mode.unknown.text")
      : t(`settings.mode.${kind}.text`)
  return (
    <div className={clx("flex items-center gap-x-3 px-6 py-3", className)}>
      <Icon aria-hidden />
      <strong className="txt-compact-large-plus">{name}</strong>
      <span className="txt-compact-small">{meaning}</span>
    </div>
  )
}
