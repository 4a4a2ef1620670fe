import { type ReactNode, useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"

/** The word between a filter's name and its values, fixed in Medusa's table. */
const IS = "is"

/**
 * Adds translations and accessible names that Medusa's table lacks. Its icon buttons have a
 * tooltip at most, and its spinner is an image without text. A button takes the
 * nearest `data-name`, and one in a filter's chip removes that filter.
 */
export function NamedControls({ children }: { children: ReactNode }) {
  const { t } = useTranslation("stablecoin")
  const holder = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const root = holder.current
    if (!root) {
      return
    }
    const nameAll = () => {
      // First, since the names of buttons repeat it.
      for (const { firstChild } of root.querySelectorAll(".text-ui-fg-muted")) {
        if (firstChild?.nodeValue === IS) {
          firstChild.nodeValue = t("common.table.is")
        }
      }
      for (const button of root.querySelectorAll("button:not([aria-label])")) {
        if (!button.textContent?.trim()) {
          const name =
            button.closest<HTMLElement>("[data-name]")?.dataset.name ??
            t("common.table.removeFilter", {
              filter: button.parentElement?.innerText.replaceAll(/\s+/g, " "),
            })
          button.setAttribute("aria-label", name)
        }
      }
      for (const image of root.querySelectorAll(
        "[role=img]:not([aria-label])"
      )) {
        image.setAttribute("aria-hidden", "true")
      }
    }
    nameAll()
    // Chips are added and removed without rendering this component.
    const observer = new MutationObserver(nameAll)
    observer.observe(root, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [t])

  // The text of chips is too pale in dark mode.
  return (
    <div ref={holder} className="[&_.text-ui-fg-muted]:text-ui-fg-subtle">
      {children}
    </div>
  )
}
