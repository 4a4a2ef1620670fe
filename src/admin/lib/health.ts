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
 * All checks anew: they ask the gateway, so nobody asks by the by. Who has an
 * answer and asks again wants another one; to reload the page is not to ask.
 */
export function useHealth() {
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
  })
}
