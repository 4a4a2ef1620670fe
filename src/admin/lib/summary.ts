import { useQuery } from "@tanstack/react-query"
import type { AdminSummaryResponse } from "../../http-types"
import { useMayReadAny } from "./permissions"
import { queryKeys } from "./query-keys"
import { sdk } from "./sdk"

/** The polling interval for the number of open items, in milliseconds. */
const ASKED_EVERY = 60_000

export function useSummary() {
  const enabled = useMayReadAny()
  return useQuery({
    enabled,
    queryKey: queryKeys.summary,
    queryFn: () =>
      sdk.client.fetch<AdminSummaryResponse>("/admin/stablecoin/summary"),
    refetchInterval: ASKED_EVERY,
    staleTime: ASKED_EVERY / 2,
  })
}
