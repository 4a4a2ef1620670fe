import { Cash } from "@medusajs/icons"
import { Badge } from "@medusajs/ui"
import { useCallback, useState } from "react"
import { createPortal } from "react-dom"
import { useTranslation } from "react-i18next"
import { useSummary } from "../lib/summary"
import { EntryCounts } from "./entry-counts"
import { ENTRY_ICON, HiddenEntries } from "./hidden-entries"
import { shownCount } from "./shown-count"

/**
 * The icon of the plugin's entry in the sidebar, with the number of open items
 * at the end of its line.
 *
 * An entry's icon is its only part that may be a component, but Medusa clips it
 * to 15 pixels. The count is therefore rendered into the link around it, and
 * becomes part of the link's name.
 */
export function SidebarIcon() {
  const [entry, setEntry] = useState<Element | null>(null)
  const findEntry = useCallback((icon: SVGSVGElement | null) => {
    setEntry(icon?.closest("a, button") ?? null)
  }, [])
  return (
    <>
      <Cash ref={findEntry} {...ENTRY_ICON} />
      <HiddenEntries />
      <EntryCounts />
      {entry && createPortal(<WaitingCount />, entry)}
    </>
  )
}

function WaitingCount() {
  const { t } = useTranslation("stablecoin")
  const { data } = useSummary()
  const open_exceptions = data?.summary.open_exceptions ?? 0
  const refunds_due = data?.summary.refunds_due ?? 0
  const count = open_exceptions + refunds_due
  if (!count) {
    return null
  }
  return (
    // Takes no width from the label, which would otherwise wrap. Two characters
    // fit after it.
    <span className="-mr-1.5 ml-auto flex w-0 justify-end">
      <Badge
        size="2xsmall"
        color="red"
        rounded="full"
        className="shrink-0 px-1"
        title={t("common.waitingDetail", {
          exceptions: open_exceptions,
          refunds: refunds_due,
        })}
      >
        <span aria-hidden>{shownCount(count, 9)}</span>
        <span className="sr-only">{t("common.waiting", { count })}</span>
      </Badge>
    </span>
  )
}
