import { useQuery, type UseQueryOptions } from "@tanstack/react-query"
import type * as Api from "../../http-types"
import { useMayReadAny } from "./permissions"
import { sdk } from "./sdk"

/**
 * The common prefix of all keys, so that an action can invalidate all of them.
 * The end of one payment changes lists, counts and panels.
 */
const ROOT = "stablecoin"

export const queryKeys = {
  all: [ROOT] as const,
  of: (path: string, query: object = {}) => [ROOT, path, query] as const,
}

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

/** The polling interval for the number of open items, in milliseconds. */
const ASKED_EVERY = 60_000

export function useSummary() {
  return useRead<Api.AdminSummaryResponse>("/admin/stablecoin/summary", {
    enabled: useMayReadAny(),
    refetchInterval: ASKED_EVERY,
    staleTime: ASKED_EVERY / 2,
  })
}

/** Runs the health checks. They call the gateway, so not on window focus. */
export function useHealth(options: ReadOptions<Api.AdminHealthResponse>) {
  return useRead<Api.AdminHealthResponse>("/admin/stablecoin/health", {
    refetchOnWindowFocus: false,
    ...options,
  })
}
