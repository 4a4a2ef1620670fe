import { createDataTableColumnHelper } from "@medusajs/ui"
import type { TFunction } from "i18next"
import type { ReactNode } from "react"

type ColumnOptions<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  align?: "left" | "center" | "right"
  maxSize?: number
  /** Turn off for cells that are not plain text. */
  truncateTooltip?: boolean
  enableSorting?: boolean
  sortAscLabel?: string
  sortDescLabel?: string
}

/** Creates the columns of a list, each named like its field in the API. */
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

/** Labels for sorting a column of dates. */
export function sortedByDate(t: TFunction<"stablecoin">) {
  return {
    enableSorting: true,
    sortAscLabel: t("common.sorting.oldest"),
    sortDescLabel: t("common.sorting.newest"),
  }
}
