import type { DataTableFilter } from "@medusajs/ui"
import { OVERVIEW_MODES } from "../../../http-types"
import { EXCEPTION_GROUPS, EXCEPTION_KINDS } from "../../../ledger/exceptions"
import { RETURN_RESULTS } from "../../../ledger/payment"
import { RAILS } from "../../../ledger/rails"
import type { Texts } from "../../lib/use-texts"
import { CHAINS, STABLECOINS } from "../../lib/words"
import { networkName } from "../code-text"
import type { ResourceName } from "./resources"
import { type Resource, statusesOf, statusKey } from "./status-badges"

/** A filter's name, in the API too. */
export type FilterName = keyof ReturnType<typeof declareFilters>

export function filtersOf(
  texts: Texts,
  resource: ResourceName,
  names: readonly FilterName[]
): DataTableFilter[] {
  const filters = declareFilters(texts, resource)
  return names.map((id) => ({ ...filters[id], id }))
}

/** Every filter, in a list that the status is of. */
function declareFilters({ t, day }: Texts, resource: ResourceName) {
  const status = <R extends Resource>(of: R, label: string) =>
    choice(label, statusesOf(of), (status) => t(statusKey(of, status)))
  const flag = (label: string) => choice(label, ["true"], () => t("common.yes"))
  return {
    status: status(resource, t("common.fields.status")),
    needs_attention: flag(t("payments.attention")),
    never_answered: flag(t("payments.status.unanswered")),
    has_rest: flag(t("deposits.notAllocated")),
    returned_result: choice(
      t("payments.fields.returned"),
      RETURN_RESULTS,
      (result) => t(`payments.returned.${result}`)
    ),
    proof_status: status("proof", t("proof.title")),
    group: choice(t("exceptions.columns.group"), EXCEPTION_GROUPS, (group) =>
      t(`exceptions.group.${group}`)
    ),
    kind: choice(t("common.fields.kind"), EXCEPTION_KINDS, (kind) =>
      t(`exceptions.kind.${kind}.title`)
    ),
    rail: choice(t("common.fields.rail"), RAILS, (rail) =>
      t(`common.rail.${rail}`)
    ),
    chain: choice(t("common.fields.network"), CHAINS, networkName),
    currency: choice(t("common.fields.currency"), STABLECOINS, (coin) => coin),
    mode: choice(t("common.fields.mode"), OVERVIEW_MODES, (mode) =>
      t(`common.mode.${mode}`)
    ),
    created_at: {
      type: "date" as const,
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
      ],
    },
  }
}

/**
 * A filter with a few values. Has no search field, because the one of Medusa's
 * multiselect is English in every language.
 */
function choice<Value extends string>(
  label: string,
  values: readonly Value[],
  wordOf: (value: Value) => string
) {
  return {
    label,
    type: "multiselect" as const,
    searchable: false,
    options: values.map((value) => ({ label: wordOf(value), value })),
  }
}

const DAY_RANGES = [7, 30, 90, 365] as const

/** The start of a day, in the browser's time zone. */
function daysAgo(days: number): string {
  const date = new Date()
  date.setHours(0, 0, 0, 0)
  date.setDate(date.getDate() - days)
  return date.toISOString()
}
