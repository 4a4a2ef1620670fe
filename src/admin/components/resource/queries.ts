import { keepPreviousData } from "@tanstack/react-query"
import type { Page } from "../../../http-types"
import { useRead } from "../../lib/read"
import { apiPath } from "./api-path"
import type { DetailOf, ResourceName, RowOf } from "./resources"
import type { ListQuery } from "./use-list-state"

export function useRows<R extends ResourceName>(
  resource: R,
  query: ListQuery,
  { enabled = true }: { enabled?: boolean } = {}
) {
  return useRead<Page & { [Name in R]: RowOf[R][] }>(
    `/admin/stablecoin/${resource}`,
    { enabled, query, placeholderData: keepPreviousData }
  )
}

/** @param id null: sends no request */
export function useRow<R extends ResourceName>(resource: R, id: string | null) {
  return useRead<DetailOf[R]>(apiPath(resource, id ?? ""), {
    enabled: id !== null,
  })
}
