import type { DataTableFilter } from "@medusajs/ui"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { useFormat } from "./use-format"

const DAY_RANGES = [7, 30, 90] as const

/** The filter by day of creation, in the admin's language. */
export function useDateFilter(): DataTableFilter {
  const { t } = useTranslation("stablecoin")
  const { day } = useFormat()
  return useMemo(
    () => ({
      id: "created_at",
      type: "date",
      label: t("common.fields.created"),
      rangeOptionLabel: t("common.dates.custom"),
      rangeOptionStartLabel: t("common.dates.from"),
      rangeOptionEndLabel: t("common.dates.to"),
      formatDateValue: (date: Date) => day(date.toISOString()),
      options: [
        { label: t("common.dates.today"), value: { $gte: daysAgo(0) } },
        ...DAY_RANGES.map((days) => ({
          label: t("common.dates.lastDays", { days }),
          value: { $gte: daysAgo(days) },
        })),
        { label: t("common.dates.lastYear"), value: { $gte: daysAgo(365) } },
      ],
    }),
    [t, day]
  )
}

/** The start of a day, in the browser's time zone. */
function daysAgo(days: number): string {
  const date = new Date()
  date.setHours(0, 0, 0, 0)
  date.setDate(date.getDate() - days)
  return date.toISOString()
}
