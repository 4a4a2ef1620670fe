import { useQuery, type UseQueryOptions } from "@tanstack/react-query"
import { queryKeys } from "./query-keys"
import { sdk } from "./sdk"

type ReadOptions<T> = Omit<UseQueryOptions<T>, "queryKey" | "queryFn"> & {
  query?: object
}

/** Reads a path of the plugin's API, which is also the query's key. */
export function useRead<T>(
  path: string,
  { query = {}, ...options }: ReadOptions<T> = {}
) {
  return useQuery<T>({
    queryKey: queryKeys.of(path, query),
    queryFn: () => sdk.client.fetch<T>(path, { query }),
    ...options,
  })
}
