import { Cash } from "@medusajs/icons"
import { Badge } from "@medusajs/ui"
import { useCallback, useState } from "react"
import { createPortal } from "react-dom"
import { useTranslation } from "react-i18next"
import { PAGES, useMayReadAny, usePermissions } from "../lib/permissions"
import { useSummary } from "../lib/read"

/**
 * The icon of the plugin's entry in the sidebar, with the number of open items
 * at the end of its line.
 *
 * An entry's icon is its only part that may be a component, but Medusa clips it
 * to 15 pixels. The count is therefore rendered into the link around it, and
 * becomes part of the link's name. Medusa builds its menu once for all users,
 * so styles change the entries below it.
 */
export function SidebarIcon() {
  const [entry, setEntry] = useState<Element | null>(null)
  const findEntry = useCallback((icon: SVGSVGElement | null) => {
    setEntry(icon?.closest("a, button") ?? null)
  }, [])
  const { data } = useSummary()
  const exceptions = data?.summary.open_exceptions ?? 0
  const refunds = data?.summary.refunds_due ?? 0
  const rules = useHidingRules()
  return (
    <>
      <Cash ref={findEntry} {...{ [ICON]: true }} />
      {rules.length > 0 && <style>{rules.join("\n")}</style>}
      {entry &&
        exceptions + refunds > 0 &&
        createPortal(<WaitingCount {...{ exceptions, refunds }} />, entry)}
    </>
  )
}

/** Marks the icon, so that a style rule can match the link around it. */
const ICON = "data-stablecoin-entry"

type WaitingCountProps = { exceptions: number; refunds: number }

function WaitingCount({ exceptions, refunds }: WaitingCountProps) {
  const { t } = useTranslation("stablecoin")
  const count = exceptions + refunds
  return (
    // Takes no width from the label, which would otherwise wrap. Two characters
    // fit after it.
    <span className="-mr-1.5 ml-auto flex w-0 justify-end">
      <Badge
        size="2xsmall"
        color="red"
        rounded="full"
        className="shrink-0 px-1"
        title={t("common.waitingDetail", { exceptions, refunds })}
      >
        <span aria-hidden>{count > 9 ? "9+" : count}</span>
        <span className="sr-only">{t("common.waiting", { count })}</span>
      </Badge>
    </span>
  )
}

/** Hides the entries that the user's role may not read. */
function useHidingRules(): string[] {
  const { isLoading, may } = usePermissions()
  const mayReadAny = useMayReadAny()
  if (isLoading) {
    return []
  }
  const hidden = Object.entries(PAGES)
    .filter(([, needs]) => !may(needs))
    .map(
      ([page]) => `aside li:not(:has(li)):has(a[href*="/stablecoin/${page}"])`
    )
  if (!mayReadAny) {
    hidden.push(`aside :is(a, button):has([${ICON}])`)
  }
  return hidden.map((selector) => `${selector} { display: none }`)
}
