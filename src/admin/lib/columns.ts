import type { TFunction } from "i18next"

/** How a column of dates is sorted, in words. */
export function sortedByDate(t: TFunction<"stablecoin">) {
  return {
    enableSorting: true,
    sortAscLabel: t("common.sorting.oldest"),
    sortDescLabel: t("common.sorting.newest"),
  }
}
