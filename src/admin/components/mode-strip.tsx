import {
  ExclamationCircleSolid,
  CheckCircleSolid,
  InformationCircleSolid,
} from "@medusajs/icons"
import { clx, Container } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { hasKey } from "../lib/has-key"
import { useSummary } from "../lib/read"

const SIMULATED = {
  Icon: ExclamationCircleSolid,
  className: "bg-ui-tag-orange-bg text-ui-tag-orange-text",
}
const NEUTRAL = {
  Icon: InformationCircleSolid,
  className: "bg-ui-tag-neutral-bg text-ui-tag-neutral-text",
}

const LOOKS = {
  test: SIMULATED,
  sandbox: SIMULATED,
  live: {
    Icon: CheckCircleSolid,
    className: "bg-ui-tag-green-bg text-ui-tag-green-text",
  },
  unknown: NEUTRAL,
  other: NEUTRAL,
}

type ModeStripProps = { mode: string | null; sandbox: boolean }

/**
 * A full-width strip that shows whether real money moves. The sandbox is shown
 * as such in any mode.
 */
export function ModeStrip({ mode, sandbox }: ModeStripProps) {
  const { t } = useTranslation("stablecoin")
  const name = sandbox ? "sandbox" : (mode ?? "unknown")
  const kind = hasKey(LOOKS, name) ? name : "other"
  return (
    <Strip
      kind={kind}
      name={t(`settings.mode.${kind}.name`, { name: name.toUpperCase() })}
    >
      {t(`settings.mode.${kind}.text`)}
    </Strip>
  )
}

type StripProps = {
  kind: keyof typeof LOOKS
  name: string
  children: ReactNode
}

export function Strip({ kind, name, children }: StripProps) {
  const { Icon, className } = LOOKS[kind]
  return (
    <div className={clx("flex items-center gap-x-3 px-6 py-3", className)}>
      <Icon aria-hidden className="shrink-0" />
      <strong className="txt-compact-large-plus">{name}</strong>
      <span className="txt-compact-small">{children}</span>
    </div>
  )
}

/**
 * Warns on every page of the plugin that a production store places orders for
 * test money.
 */
export function TestMoneyBanner() {
  const { t } = useTranslation("stablecoin")
  const { data } = useSummary()
  const rails = data?.summary.test_rails ?? []
  if (rails.length === 0) {
    return null
  }
  const names = rails.map((rail) => t(`common.rail.${rail}`)).join(", ")
  return (
    <Container className="overflow-hidden p-0" role="status">
      <Strip kind="test" name={t("settings.mode.test.name")}>
        {t("common.testMoney", { rails: names })}
      </Strip>
    </Container>
  )
}
