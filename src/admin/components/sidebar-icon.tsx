import { Cash } from "@medusajs/icons"
import { Badge } from "@medusajs/ui"
import { useCallback, useState } from "react"
import { createPortal } from "react-dom"
import { useTranslation } from "react-i18next"
import { useSummary } from "../lib/summary"
import { ENTRY_ICON, HiddenEntries } from "./hidden-entries"

/**
 * The icon of our entry in the sidebar, and at the end of its line how much
 * waits for a person. An icon is the one part of an entry that may be a
 * component; but Medusa clips it to 15 pixels, so that the count is rendered
 * into the link around it, where it also becomes part of the link's name.
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
      {entry && createPortal(<WaitingCount />, entry)}
    </>
  )
}

function WaitingCount() {
  const { t } = useTranslation("stablecoin")
  const { data } = useSummary()
  const open_exceptions = data?.summary.open_exceptions ?? 0
  const refunds_due = data?.summary.refunds_due ?? 0
  // Every refund to send is asked as an exception, too.
  const count = Math.max(open_exceptions, refunds_due)
  if (!count) {
    return null
  }
  return (
    // Takes no room from the label, which would break into two lines.
    <span className="-mr-1.5 ml-auto flex w-0 justify-end">
      <Badge
        size="2xsmall"
        color="red"
        rounded="full"
        className="shrink-0"
        title={t("common.waitingDetail", {
          exceptions: open_exceptions,
          refunds: refunds_due,
        })}
      >
        <span aria-hidden>{count > 99 ? "99+" : count}</span>
        <span className="sr-only">{t("common.waiting", { count })}</span>
      </Badge>
    </span>
  )
}
