import {
  keepPreviousData,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query"
import type { AdminHealthResponse } from "../../http-types"
import { queryKeys } from "./query-keys"
import { sdk } from "./sdk"

const KEY = [...queryKeys.all, "health"]

/**
 * Runs all health checks. They call the gateway, so they don't run again on
 * window focus. A refetch requests fresh results, while a page reload accepts
 * recent ones.
 *
 * @param options.staleTime milliseconds for which another page's results are enough
 */
export function useHealth(
  options: { enabled?: boolean; staleTime?: number } = {}
) {
  const client = useQueryClient()
  return useQuery({
    queryKey: KEY,
    queryFn: async () => {
      const asksAgain = client.getQueryData(KEY) !== undefined
      const { health } = await sdk.client.fetch<AdminHealthResponse>(
        "/admin/stablecoin/health",
        { query: asksAgain ? { fresh: true } : {} }
      )
      return health
    },
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    // Opening a page checks again.
    staleTime: 0,
    ...options,
  })
}
