import {
  ExclamationCircleSolid,
  CheckCircleSolid,
  InformationCircleSolid,
} from "@medusajs/icons"
import { clx } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"

const LOOKS = {
  test: {
    Icon: ExclamationCircleSolid,
    className: "bg-ui-tag-orange-bg text-ui-tag-orange-text",
  },
  sandbox: {
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

/**
 * A full-width strip that shows whether real money moves. The sandbox is shown
 * as such in any mode.
 */
export function ModeStrip({
  mode,
  sandbox,
}: {
  mode: string | null
  sandbox: boolean
}) {
  const { t } = useTranslation("stablecoin")
  const usual = mode === "test" || mode === "live" ? mode : "other"
  const kind = sandbox ? "sandbox" : usual
  const name =
    kind === "other"
      ? (mode?.toUpperCase() ?? t("settings.mode.unknown.name"))
      : t(`settings.mode.${kind}.name`)
  const meaning =
    kind === "other"
      ? t(mode ? "settings.mode.other.text" : "settings.mode.unknown.text")
      : t(`settings.mode.${kind}.text`)
  return (
    <Strip kind={kind} name={name}>
      {meaning}
    </Strip>
  )
}

/** A mode's name and its meaning, in its color. */
export function Strip({
  kind,
  name,
  children,
}: {
  kind: keyof typeof LOOKS
  name: string
  children: ReactNode
}) {
  const { Icon, className } = LOOKS[kind]
  return (
    <div className={clx("flex items-center gap-x-3 px-6 py-3", className)}>
      <Icon aria-hidden className="shrink-0" />
      <strong className="txt-compact-large-plus">{name}</strong>
      <span className="txt-compact-small">{children}</span>
    </div>
  )
}
