import {
  createDataTableColumnHelper,
  type DataTableColumnDef,
} from "@medusajs/ui"
import type { ReactNode } from "react"
import type { AdminCustomerReference } from "../../../http-types"
import type { Texts } from "../../lib/use-texts"
import { ModeText, TestBadge } from "../mode-badge"

/** Declares a list's columns in the admin's language, for a page of rows. */
export type Columns<Row> = (
  texts: Texts,
  rows: readonly Row[]
) => DataTableColumnDef<Row>[]

type ColumnOptions = {
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
    header: string,
    cell: (row: Row) => ReactNode,
    options?: ColumnOptions
  ) =>
    helper.accessor((row: Row): unknown => row[field], {
      id: field,
      header,
      ...options,
      cell: ({ row }) => cell(row.original as Row),
    })
}

/** The options of a column with a badge. */
export const BADGE = { truncateTooltip: false }

/** The sortable column of when a row was created. */
export function createdColumn<Row extends { created_at: string }>(
  { t, dateTime }: Texts,
  header = t("common.fields.created"),
  show: (at: string) => ReactNode = dateTime
): DataTableColumnDef<Row> {
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

/** The column of the buyer's e-mail address. */
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

type OfMode = { mode: string | null }

/** The column of the mode, unless the heading shows that of all rows. */
export function modeColumn<Row extends OfMode>(
  { t }: Texts,
  rows: readonly Row[]
): DataTableColumnDef<Row>[] {
  return hasOneMode(rows)
    ? []
    : [
        columnsOf<Row>()(
          "mode",
          t("common.fields.mode"),
          ({ mode }) => <ModeText mode={mode} />,
          BADGE
        ),
      ]
}

/** Marks the heading of a page whose rows are all tests. */
export function markMode(rows: readonly OfMode[]) {
  return hasOneMode(rows) && <TestBadge mode={rows[0]?.mode ?? null} />
}

function hasOneMode(rows: readonly OfMode[]): boolean {
  return new Set(rows.map(({ mode }) => mode)).size <= 1
}
