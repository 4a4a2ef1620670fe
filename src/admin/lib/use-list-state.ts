import type {
  DataTableFilteringState,
  DataTablePaginationState,
  DataTableSortingState,
} from "@medusajs/ui"
import { useMemo } from "react"
import { useSearchParams } from "react-router-dom"

/** Rows of a page. */
const PAGE_SIZE = 20

/** What a list asks the API. */
export type ListQuery = {
  limit: number
  offset: number
  order?: string
  q?: string
} & Record<string, unknown>

type ListOptions = {
  /** Names of the filters, which are the API's own. */
  filters: readonly string[]
  /** Filters that hold until somebody chooses others, or none. */
  preset?: Readonly<Record<string, string[]>>
}

/**
 * A list's search, filters, sorting and page, kept in the address: so that it
 * can be shared, and is still there when one comes back from a row.
 */
export function useListState({ filters, preset = {} }: ListOptions) {
  const [params, setParams] = useSearchParams()

  const search = params.get("q") ?? ""
  const order = params.get("order")
  const offset = Math.max(0, Number.parseInt(params.get("offset") ?? "0") || 0)

  const filtering = useMemo(() => {
    const chosen: DataTableFilteringState = {}
    for (const id of filters) {
      const value = readFilter(params.get(id)) ?? preset[id]
      if (!isNone(value)) {
        chosen[id] = value
      }
    }
    return chosen
  }, [params, filters, preset])

  /** Whatever changes what is listed goes back to the first page. */
  const change = (edit: (next: URLSearchParams) => void, keepPage = false) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (!keepPage) {
          next.delete("offset")
        }
        edit(next)
        return next
      },
      { replace: true }
    )

  const query: ListQuery = {
    limit: PAGE_SIZE,
    offset,
    ...(order ? { order } : {}),
    ...(search ? { q: search } : {}),
    ...filtering,
  }

  return {
    query,
    /** Whether fewer rows are asked for than there may be. */
    narrowed: search !== "" || Object.keys(filtering).length > 0,
    search: {
      state: search,
      onSearchChange: (text: string) => {
        if (text !== search) {
          change((next) => setOrDelete(next, "q", text.trim()))
        }
      },
    },
    filtering: {
      state: filtering,
      onFilteringChange: (state: DataTableFilteringState) =>
        change((next) => {
          for (const id of filters) {
            const value = isNone(state[id]) ? undefined : state[id]
            const none = preset[id] ? "[]" : ""
            setOrDelete(next, id, value ? JSON.stringify(value) : none)
          }
        }),
    },
    sorting: {
      state: order ? readOrder(order) : null,
      onSortingChange: (state: DataTableSortingState | null) =>
        change((next) =>
          setOrDelete(
            next,
            "order",
            state ? `${state.desc ? "-" : ""}${state.id}` : ""
          )
        ),
    },
    pagination: {
      state: {
        pageIndex: Math.floor(offset / PAGE_SIZE),
        pageSize: PAGE_SIZE,
      },
      onPaginationChange: ({ pageIndex }: DataTablePaginationState) =>
        change(
          (next) =>
            setOrDelete(
              next,
              "offset",
              pageIndex ? String(pageIndex * PAGE_SIZE) : ""
            ),
          true
        ),
    },
  }
}

export type ListState = ReturnType<typeof useListState>

function readOrder(order: string): DataTableSortingState {
  return order.startsWith("-")
    ? { id: order.slice(1), desc: true }
    : { id: order, desc: false }
}

/** A filter as it stands in the address: JSON, or a plain word that somebody typed. */
function readFilter(text: string | null): unknown {
  if (text === null) {
    return undefined
  }
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" ? (value ?? undefined) : [text]
  } catch {
    return [text]
  }
}

function isNone(value: unknown): boolean {
  return value === undefined || value === null || String(value) === ""
}

function setOrDelete(params: URLSearchParams, key: string, value: string) {
  if (value) {
    params.set(key, value)
  } else {
    params.delete(key)
  }
}
