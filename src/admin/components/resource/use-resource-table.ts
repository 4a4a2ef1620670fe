import { useDataTable } from "@medusajs/ui"
import { useMemo } from "react"
import { useNavigate } from "react-router-dom"
import { useTexts } from "../../lib/use-texts"
import type { Columns } from "./columns"
import type { Filters } from "./filters"
import { useRows } from "./queries"
import type { ResourceName, RowOf } from "./resources"
import { useRowAddress } from "./row-link"
import { useListState } from "./use-list-state"

export type ResourceTableOptions<R extends ResourceName> = {
  resource: R
  columns: Columns<RowOf[R]>
  filters: Filters
  /** Filters that apply until the user changes or removes them. */
  preset?: Readonly<Record<string, string[]>>
}

/** A list's rows, and its search, filters, sorting and page in the URL. */
export function useResourceTable<R extends ResourceName>({
  resource,
  columns,
  filters,
  preset,
}: ResourceTableOptions<R>) {
  const texts = useTexts()
  const navigate = useNavigate()
  const addressOf = useRowAddress(resource)
  const filterDefs = useMemo(() => filters(texts), [filters, texts])
  const { query, narrowed, ...state } = useListState({
    filters: filterDefs,
    preset,
  })
  const request = useRows(resource, query)
  const page = request.data
  const rows: RowOf[R][] | undefined = page?.[resource]
  const columnDefs = useMemo(
    () => columns(texts, rows ?? []),
    [columns, texts, rows]
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
  return { instance, page, rows, query, narrowed, request }
}
