import {
  createDataTableColumnHelper,
  type DataTableColumnDef,
} from "@medusajs/ui"
import type { ReactNode } from "react"
import type { AdminCustomerReference } from "../../../http-types"
import type { Texts } from "../../lib/use-texts"
import { networkName } from "../code-text"
import { ValueLabel } from "../section"
import type { ResourceName, RowOf } from "./resources"
import { ModeBadge } from "./status-badges"

/** Declares a list's columns in the admin's language. */
export type Columns<R extends ResourceName> = (
  texts: Texts,
  column: ReturnType<typeof columnsOf<RowOf[R]>>
) => DataTableColumnDef<RowOf[R]>[]

type ColumnOptions = {
  align?: "left" | "center" | "right"
  /** Pixels, of plain text that is truncated. */
  maxSize?: number
  enableSorting?: boolean
  sortAscLabel?: string
  sortDescLabel?: string
}

/** Creates a column of a list, named like its field in the API. */
export function columnsOf<Row>() {
  const helper = createDataTableColumnHelper<Row>()
  return (
    field: keyof Row & string,
    header: string,
    cell: (row: Row) => ReactNode,
    options?: ColumnOptions
  ) =>
    helper.accessor((row: Row): unknown => row[field], {
      id: field,
      header,
      // Medusa truncates every cell, also those that are not plain text.
      truncateTooltip: options?.maxSize !== undefined,
      ...options,
      cell: ({ row }) => (
        <ValueLabel.Provider value={header}>
          {cell(row.original as Row)}
        </ValueLabel.Provider>
      ),
    })
}

export function createdColumn<Row extends { created_at: string }>(
  { t, dateTime }: Texts,
  header = t("common.fields.created"),
  show: (at: string) => ReactNode = dateTime
) {
  return columnsOf<Row>()(
    "created_at",
    header,
    ({ created_at }) => show(created_at),
    {
      enableSorting: true,
      sortAscLabel: t("common.sorting.oldest"),
      sortDescLabel: t("common.sorting.newest"),
    }
  )
}

export function customerColumn<
  Row extends { customer: AdminCustomerReference | null },
>({ t }: Texts): DataTableColumnDef<Row> {
  return columnsOf<Row>()(
    "customer",
    t("common.fields.customer"),
    ({ customer }) => customer?.email ?? "—",
    { maxSize: 240 }
  )
}

/** The column of the network, and of whether the money is only a test. */
export function networkColumn<
  Row extends { chain: string | null; mode: string | null },
>(
  { t }: Texts,
  nameOf: (row: Row) => string = ({ chain }) => networkName(chain)
): DataTableColumnDef<Row> {
  return columnsOf<Row>()("chain", t("common.fields.network"), (row) => (
    <span className="flex items-center gap-x-2">
      {nameOf(row)}
      <ModeBadge mode={row.mode} />
    </span>
  ))
}
