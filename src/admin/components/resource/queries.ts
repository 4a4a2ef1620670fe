import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { Page } from "../../../http-types"
import { queryKeys } from "../../lib/query-keys"
import { sdk } from "../../lib/sdk"
import { apiPath } from "./api-path"
import type { DetailOf, ResourceName, RowOf } from "./resources"
import type { ListQuery } from "./use-list-state"

export function useRows<R extends ResourceName>(
  resource: R,
  query: ListQuery,
  { enabled = true }: { enabled?: boolean } = {}
) {
  return useQuery({
    enabled,
    queryKey: queryKeys.list(resource, query),
    queryFn: () =>
      sdk.client.fetch<Page & { [Name in R]: RowOf[R][] }>(
        `/admin/stablecoin/${resource}`,
        { query }
      ),
    placeholderData: keepPreviousData,
  })
}

/** @param id null: sends no request */
export function useRow<R extends ResourceName>(resource: R, id: string | null) {
  return useQuery({
    queryKey: queryKeys.detail(resource, id ?? ""),
    queryFn: () => sdk.client.fetch<DetailOf[R]>(apiPath(resource, id ?? "")),
    enabled: id !== null,
  })
}
