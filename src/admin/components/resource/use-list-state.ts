import type {
  DataTableFilter,
  DataTableFilteringState,
  DataTablePaginationState,
  DataTableSortingState,
} from "@medusajs/ui"
import { useMemo } from "react"
import { useSearchParams } from "react-router-dom"
import { withParams } from "../../lib/url-params"

const PAGE_SIZE = 20

/** Replaces a preset filter that the user removed. */
const REMOVED = "none"

export type ListQuery = {
  limit: number
  offset: number
  order?: string
  q?: string
} & Record<string, unknown>

/** Filters that apply until the user changes or removes them. */
export type Preset = Readonly<Record<string, string[]>>

const NO_PRESET: Preset = {}

/**
 * A list's search, filters, sorting and page. Kept in the URL, so that it can
 * be shared and is restored on return from a row.
 */
export function useListState(
  filters: readonly DataTableFilter[],
  preset = NO_PRESET
) {
  const [params, setParams] = useSearchParams()

  const search = params.get("q") ?? ""
  const order = params.get("order")
  const offset = Math.max(0, Number.parseInt(params.get("offset") ?? "0") || 0)

  const filtering = useMemo(() => {
    const chosen: DataTableFilteringState = {}
    for (const { id } of filters) {
      const text = params.get(id)
      if (text === null ? preset[id] : text !== REMOVED) {
        chosen[id] = text === null ? preset[id] : readFilter(text)
      }
    }
    return chosen
  }, [params, filters, preset])
  const filled = Object.fromEntries(
    Object.entries(filtering).filter(([, value]) => String(value ?? ""))
  )

  /** Changes the URL. Returns to the first page unless the page changes. */
  const change = (values: Record<string, string | number | null>) =>
    setParams((current) => withParams(current, { offset: null, ...values }), {
      replace: true,
    })

  const query: ListQuery = {
    limit: PAGE_SIZE,
    offset,
    ...(order ? { order } : {}),
    ...(search ? { q: search } : {}),
    ...filled,
  }

  return {
    query,
    /** Whether a search or filter is active. */
    narrowed: search !== "" || Object.keys(filled).length > 0,
    search: {
      state: search,
      onSearchChange: (text: string) => {
        if (text !== search) {
          change({ q: text.trim() })
        }
      },
    },
    filtering: {
      state: filtering,
      onFilteringChange: (state: DataTableFilteringState) => {
        // A new filter is present but blank until the user selects a value.
        const entries = filters.map(({ id }) => [
          id,
          id in state
            ? JSON.stringify(state[id] ?? null)
            : preset[id]
              ? REMOVED
              : null,
        ])
        change(Object.fromEntries(entries) as Record<string, string | null>)
      },
    },
    sorting: {
      state: order ? readOrder(order) : null,
      onSortingChange: (state: DataTableSortingState | null) =>
        change({ order: state && `${state.desc ? "-" : ""}${state.id}` }),
    },
    pagination: {
      state: {
        pageIndex: Math.floor(offset / PAGE_SIZE),
        pageSize: PAGE_SIZE,
      },
      onPaginationChange: ({ pageIndex }: DataTablePaginationState) =>
        change({ offset: pageIndex * PAGE_SIZE }),
    },
  }
}

function readOrder(order: string): DataTableSortingState {
  return { id: order.replace(/^-/, ""), desc: order.startsWith("-") }
}

/** Parses a filter from the URL: JSON, or a plain word that was typed there. */
function readFilter(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" ? value : [text]
  } catch {
    return [text]
  }
}
