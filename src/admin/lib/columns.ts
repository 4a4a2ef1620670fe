import { createDataTableColumnHelper } from "@medusajs/ui"
import type { TFunction } from "i18next"
import type { ReactNode } from "react"

type ColumnOptions<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  align?: "left" | "center" | "right"
  maxSize?: number
  /** Off for cells that are no plain text. */
  truncateTooltip?: boolean
  enableSorting?: boolean
  sortAscLabel?: string
  sortDescLabel?: string
}

/** Makes columns of a list, each named as the API names its field. */
export function columnsOf<Row>() {
  const helper = createDataTableColumnHelper<Row>()
  return (
    field: keyof Row & string,
    { cell, ...options }: ColumnOptions<Row>
  ) =>
    helper.accessor((row: Row): unknown => row[field], {
      id: field,
      ...options,
      cell: ({ row }) => cell(row.original as Row),
    })
}

/** How a column of dates is sorted, in words. */
export function sortedByDate(t: TFunction<"stablecoin">) {
  return {
    enableSorting: true,
    sortAscLabel: t("common.sorting.oldest"),
    sortDescLabel: t("common.sorting.newest"),
  }
}
