import { useTranslation } from "react-i18next"
import { AdminLink } from "../admin-link"
import type { MedusaEntry } from "./timeline"
import { TimelineItem } from "./timeline-item"

/** The capture of a payment, or its order, in the timeline. */
export function MedusaItem({ entry }: { entry: MedusaEntry }) {
  const { t } = useTranslation("stablecoin")
  return (
    <TimelineItem
      tone="good"
      title={
        entry.kind === "ordered"
          ? t("payments.timeline.ordered", { number: entry.order.display_id })
          : t("payments.timeline.captured")
      }
      source="Medusa"
      at={entry.at}
    >
      {entry.kind === "ordered" && (
        <AdminLink to={`/orders/${entry.order.id}`}>
          {t("payments.timeline.openOrder")}
        </AdminLink>
      )}
    </TimelineItem>
  )
}
