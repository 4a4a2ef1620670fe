import { Container, DataTable, Heading, Text, useDataTable } from "@medusajs/ui"
import { type ReactNode, useMemo } from "react"
import { useNavigate } from "react-router-dom"
import { useTexts } from "../../lib/use-texts"
import { LoadError } from "../query-states"
import type { Columns } from "./columns"
import { ExportButton } from "./export-button"
import { type FilterName, filtersOf } from "./filters"
import { NamedControls } from "./named-controls"
import { useRows } from "./queries"
import type { ExportedName, ResourceName, RowOf } from "./resources"
import { useRowAddress } from "./row-link"
import { useListState } from "./use-list-state"

type ResourceTableProps<R extends ResourceName> = {
  resource: R
  columns: Columns<R>
  filters: readonly FilterName[]
  /** Filters that apply until the user changes or removes them. */
  preset?: Readonly<Record<string, string[]>>
  description?: ReactNode
  exports?: ExportedName
  children?: ReactNode
}

/**
 * A list of the admin. Its first column contains a link, so that rows also open
 * by keyboard.
 */
export function ResourceTable<R extends ResourceName>({
  resource,
  columns,
  filters,
  preset,
  description,
  exports,
  children,
}: ResourceTableProps<R>) {
  const texts = useTexts()
  const { t, count } = texts
  const navigate = useNavigate()
  const addressOf = useRowAddress(resource)
  const filterDefs = useMemo(
    () => filtersOf(texts, resource, filters),
    [texts, resource, filters]
  )
  const { query, narrowed, ...state } = useListState({
    filters: filterDefs,
    preset,
  })
  const request = useRows(resource, query)
  const page = request.data
  const rows: RowOf[R][] | undefined = page?.[resource]
  const columnDefs = useMemo(() => columns(texts), [columns, texts])
  const instance = useDataTable<RowOf[R]>({
    data: rows ?? [],
    columns: columnDefs,
    filters: filterDefs,
    getRowId: ({ id }) => id,
    rowCount: page?.count ?? 0,
    isLoading: request.isLoading,
    ...state,
    onRowClick: (event, { id }) => {
      // Clicks on links and buttons keep their own action.
      if (!(event.target as Element).closest("a, button")) {
        void navigate(addressOf(id))
      }
    },
  })
  const name: ResourceName = resource
  const filteredEmpty = {
    heading: t("common.table.filteredHeading"),
    description: query.q
      ? t(`${name}.searchTakes`)
      : t("common.table.filteredDescription"),
  }
  const empty = {
    heading: t(`${name}.empty.heading`),
    description: t(`${name}.empty.description`),
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
              <Heading>{t(`${name}.title`)}</Heading>
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
              <div className="w-full md:w-64">
                <DataTable.Search placeholder={t(`${name}.search`)} />
              </div>
              {exports && <ExportButton resource={exports} query={query} />}
            </div>
          </DataTable.Toolbar>
          {request.error && !page ? (
            <LoadError
              error={request.error}
              onRetry={() => void request.refetch()}
            />
          ) : (
            <>
              <DataTable.Table
                emptyState={{
                  empty: narrowed ? filteredEmpty : empty,
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
        {page && !request.isLoading
          ? page.count_exceeded
            ? t("common.table.manyResults", { count: page.count })
            : `${count(page.count)} ${t("common.table.results")}`
          : ""}
      </span>
      {children}
    </Container>
  )
}
