import { useTranslation } from "react-i18next"
import { useSummary } from "../lib/summary"
import { shownCount } from "./shown-count"

/**
 * Shows the open exceptions and the refunds to send on their entries in the
 * sidebar. Nested entries have a text only, neither an icon nor a component, so
 * a style adds the count. It becomes part of the link's name.
 */
export function EntryCounts() {
  const { t } = useTranslation("stablecoin")
  const { data } = useSummary()
  const { open_exceptions = 0, refunds_due = 0 } = data?.summary ?? {}
  const counts: [path: string, count: number | null][] = [
    ["/stablecoin/exceptions", open_exceptions],
    ["/stablecoin/refunds", refunds_due],
  ]
  const rules = counts.flatMap(([path, count]) =>
    count
      ? `aside li:not(:has(li)) a[href$="${path}"]::after {
          ${contentOf(shownCount(count), t("common.waiting", { count }))}
          ${BADGE}
        }`
      : []
  )
  return rules.length > 0 ? <style>{rules.join("\n")}</style> : null
}

/** Browsers that don't know the text for screen readers use the first one. */
function contentOf(text: string, spoken: string): string {
  const shown = JSON.stringify(text)
  return `content: ${shown}; content: ${shown} / ${JSON.stringify(spoken)};`
}

/** The look of Medusa's smallest red badge, which the entry above has. */
const BADGE = `
  margin-left: auto; margin-right: -6px; padding: 0 5px;
  border: 1px solid var(--tag-red-border); border-radius: 9999px;
  background: var(--tag-red-bg); color: var(--tag-red-text);
  font-size: 12px; line-height: 16px; font-weight: 500;`
