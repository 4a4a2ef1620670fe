import type { AdminSummaryResponse } from "../../http-types"
import { useMayReadAny } from "./permissions"
import { useRead } from "./read"

/** The polling interval for the number of open items, in milliseconds. */
const ASKED_EVERY = 60_000

export function useSummary() {
  return useRead<AdminSummaryResponse>("/admin/stablecoin/summary", {
    enabled: useMayReadAny(),
    refetchInterval: ASKED_EVERY,
    staleTime: ASKED_EVERY / 2,
  })
}
