import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { AdminHealthResponse } from "../../http-types"
import { queryKeys } from "./query-keys"
import { sdk } from "./sdk"

/** All checks anew: they ask the gateway, so nobody asks by the by. */
export function useHealth() {
  return useQuery({
    queryKey: [...queryKeys.all, "health"],
    queryFn: async () => {
      const { health } = await sdk.client.fetch<AdminHealthResponse>(
        "/admin/stablecoin/health"
      )
      return health
    },
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
}
