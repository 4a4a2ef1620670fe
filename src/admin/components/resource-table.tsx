import {
  Container,
  DataTable,
  type DataTableColumnDef,
  type DataTableFilter,
  Heading,
  Text,
  useDataTable,
} from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { Page } from "../../http-types"
import { useFormat } from "../lib/use-format"
import type { ListState } from "../lib/use-list-state"
import { NamedControls } from "./named-controls"
import { LoadError } from "./query-states"

type ResourceTableProps<Row extends { id: string }> = {
  heading: string
  description?: string
  /** The search field's placeholder, which names the searched fields. */
  searchHint: string
  columns: DataTableColumnDef<Row>[]
  filters: DataTableFilter[]
  list: ListState
  rows: Row[] | undefined
  page: Page | undefined
  query: {
    isLoading: boolean
    error: unknown
    refetch: () => Promise<unknown>
  }
  onOpen: (row: Row) => void
  empty: { heading: string; description: string }
  children?: ReactNode
}

/**
 * A list of the admin. Its first column contains a link, so that rows also open
 * by keyboard.
 */
export function ResourceTable<Row extends { id: string }>({
  heading,
  description,
  searchHint,
  columns,
  filters,
  list,
  rows,
  page,
  query,
  onOpen,
  empty,
  children,
}: ResourceTableProps<Row>) {
  const { t } = useTranslation("stablecoin")
  const { count } = useFormat()
  const instance = useDataTable({
    data: rows ?? [],
    columns,
    filters,
    getRowId: (row) => row.id,
    rowCount: page?.count ?? 0,
    isLoading: query.isLoading,
    search: list.search,
    filtering: list.filtering,
    sorting: list.sorting,
    pagination: list.pagination,
    onRowClick: (event, row) => {
      // Clicks on links and buttons keep their own action.
      const own = (event.target as Element).closest("a, button")
      if (!own) {
        onOpen(row as unknown as Row)
      }
    },
  })
  const filteredEmpty = {
    heading: t("common.table.filteredHeading"),
    description: t("common.table.filteredDescription"),
  }
  return (
    <Container className="divide-y p-0">
      <NamedControls>
        <DataTable instance={instance}>
          <DataTable.Toolbar
            className="flex flex-col items-start justify-between gap-2 md:flex-row md:items-center"
            translations={{
              clearAll: t("common.table.clearAll"),
              sort: t("common.table.sort"),
            }}
          >
            <div>
              <Heading>{heading}</Heading>
              {description && (
                <Text size="small" className="text-ui-fg-subtle">
                  {description}
                </Text>
              )}
            </div>
            <div className="flex w-full items-center gap-2 md:w-auto">
              <div data-name={t("common.table.filter")}>
                <DataTable.FilterMenu tooltip={t("common.table.filter")} />
              </div>
              <div data-name={t("common.table.sort")}>
                <DataTable.SortingMenu tooltip={t("common.table.sort")} />
              </div>
              {searchHint && (
                <div className="w-full md:w-64">
                  <DataTable.Search placeholder={searchHint} />
                </div>
              )}
            </div>
          </DataTable.Toolbar>
          {query.error && !rows ? (
            <LoadError
              error={query.error}
              onRetry={() => void query.refetch()}
            />
          ) : (
            <>
              <DataTable.Table
                emptyState={{
                  empty: list.narrowed ? filteredEmpty : empty,
                  filtered: filteredEmpty,
                }}
              />
              <DataTable.Pagination
                translations={{
                  of: page?.count_exceeded
                    ? t("common.table.ofAtLeast")
                    : t("common.table.of"),
                  results: t("common.table.results"),
                  pages: t("common.table.pages"),
                  prev: t("common.table.prev"),
                  next: t("common.table.next"),
                }}
              />
            </>
          )}
        </DataTable>
      </NamedControls>
      <span role="status" className="sr-only">
        {page && !query.isLoading
          ? page.count_exceeded
            ? t("common.table.manyResults", { count: page.count })
            : `${count(page.count)} ${t("common.table.results")}`
          : ""}
      </span>
      {children}
    </Container>
  )
}
