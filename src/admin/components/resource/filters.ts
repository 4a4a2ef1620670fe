import type { DataTableFilter } from "@medusajs/ui"
import { RAILS } from "../../../ledger/rails"
import type { Texts } from "../../lib/use-texts"
import { CHAINS, MODES, STABLECOINS } from "../../lib/words"
import { networkName } from "../on-chain"
import { type Resource, type StatusOf, statusesOf } from "./statuses"

/**
 * Declares a list's filters in the admin's language, each named as in the API.
 */
export type Filters = (texts: Texts) => DataTableFilter[]

/**
 * A filter with a few values. Has no search field, because the one of Medusa's
 * multiselect is English in every language.
 *
 * @param id the filter's name in the API
 */
export function choiceFilter<Value extends string>(
  id: string,
  label: string,
  values: readonly Value[],
  wordOf: (value: Value) => string
): DataTableFilter {
  return {
    id,
    label,
    type: "multiselect",
    searchable: false,
    options: values.map((value) => ({ label: wordOf(value), value })),
  }
}

/** The filter by a resource's statuses. */
export function statusFilter<R extends Resource>(
  { t }: Texts,
  resource: R,
  wordOf: (status: StatusOf<R>) => string
): DataTableFilter {
  const label = t("common.fields.status")
  return choiceFilter("status", label, statusesOf(resource), wordOf)
}

/** The filter by rail. */
export function railFilter({ t }: Texts): DataTableFilter {
  return choiceFilter("rail", t("common.fields.rail"), RAILS, (rail) =>
    t(`common.rail.${rail}`)
  )
}

/** The filter by network. */
export function networkFilter({ t }: Texts): DataTableFilter {
  return choiceFilter("chain", t("common.fields.network"), CHAINS, networkName)
}

/** The filters by rail, network, coin and mode. */
export function moneyFilters(texts: Texts): DataTableFilter[] {
  const { t } = texts
  return [
    railFilter(texts),
    networkFilter(texts),
    choiceFilter(
      "currency",
      t("common.fields.currency"),
      STABLECOINS,
      (coin) => coin
    ),
    choiceFilter("mode", t("common.fields.mode"), MODES, (mode) =>
      t(`common.mode.${mode}`)
    ),
  ]
}

/** A filter that is set or not. */
export function flagFilter(
  { t }: Texts,
  id: string,
  label: string
): DataTableFilter {
  return choiceFilter(id, label, ["true"], () => t("common.yes"))
}

const DAY_RANGES = [7, 30, 90] as const

/** The filter by day of creation. */
export function dateFilter({ t, day }: Texts): DataTableFilter {
  return {
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
  }
}

/** The start of a day, in the browser's time zone. */
function daysAgo(days: number): string {
  const date = new Date()
  date.setHours(0, 0, 0, 0)
  date.setDate(date.getDate() - days)
  return date.toISOString()
}
