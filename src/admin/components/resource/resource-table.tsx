import {
  Container,
  DataTable,
  Heading,
  Text,
  toast,
  useDataTable,
} from "@medusajs/ui"
import { useMutation } from "@tanstack/react-query"
import { type ComponentType, useMemo } from "react"
import { useNavigate } from "react-router-dom"
import { exportFormatFor } from "../../lib/format"
import { PAGES } from "../../lib/permissions"
import { sdk } from "../../lib/sdk"
import { useTexts } from "../../lib/use-texts"
import { pageOf } from "../admin-page"
import { LoadError } from "../query-states"
import { type Columns, columnsOf } from "./columns"
import { type FilterName, filtersOf } from "./filters"
import { NamedControls } from "./named-controls"
import { ActionButton, useRows } from "./requests"
import type { ResourceName, RowOf } from "./resources"
import { useRowAddress } from "./row-link"
import { type ListQuery, type Preset, useListState } from "./use-list-state"

type List<R extends ResourceName> = {
  resource: R
  columns: Columns<R>
  filters: readonly FilterName[]
  preset?: Preset
  /** Whether its rows can be downloaded. */
  isExported?: boolean
  /** Shows one row over the list. A payment has its own page. */
  Drawer?: ComponentType
}

/**
 * Creates the page of a list. Its first column contains a link, so that rows
 * also open by keyboard.
 */
export function listOf<R extends ResourceName>(list: List<R>) {
  return pageOf(PAGES[list.resource], () => <ResourceTable list={list} />)
}

function ResourceTable<R extends ResourceName>({ list }: { list: List<R> }) {
  const { resource, columns, filters, preset, Drawer } = list
  const texts = useTexts()
  const { t, count } = texts
  const navigate = useNavigate()
  const addressOf = useRowAddress(resource)
  const filterDefs = useMemo(
    () => filtersOf(texts, resource, filters),
    [texts, resource, filters]
  )
  const { query, narrowed, ...state } = useListState(filterDefs, preset)
  const request = useRows(resource, query)
  const page = request.data
  const rows: RowOf[R][] | undefined = page?.[resource]
  const columnDefs = useMemo(
    () => columns(texts, columnsOf()),
    [columns, texts]
  )
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
              {name !== "payments" && (
                <Text size="small" className="text-ui-fg-subtle">
                  {t(`${name}.description`)}
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
              {list.isExported && <ExportButton {...{ resource, query }} />}
            </div>
          </DataTable.Toolbar>
          {request.error && !page ? (
            <LoadError query={request} />
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
      {Drawer && <Drawer />}
    </Container>
  )
}

type ExportButtonProps = { resource: ResourceName; query: ListQuery }

/** Downloads all rows of a list, with its search, filters and order. */
function ExportButton({ resource, query }: ExportButtonProps) {
  const { t, errorText } = useTexts()
  const download = useMutation({
    mutationFn: async () => {
      const format = exportFormatFor(navigator.language)
      // Fetched, since a link would neither send a token nor show an error.
      const response = await sdk.client.fetch<Response>(
        `/admin/stablecoin/${resource}/export`,
        {
          query: { ...query, limit: undefined, offset: undefined, format },
          headers: { accept: "text/csv" },
        }
      )
      const day = new Date().toISOString().slice(0, 10)
      saveFile(`stablecoin-${resource}-${day}.csv`, await response.blob())
    },
    onError: (error) => toast.error(errorText(error), { duration: 10_000 }),
  })
  return (
    <ActionButton action={download} className="shrink-0">
      {t("common.table.export")}
    </ActionButton>
  )
}

/** Long enough for any browser to begin with the file. */
const KEPT_MS = 60_000

function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}
