import { useQuery } from "@tanstack/react-query"
import type { AdminOrderPanelResponse } from "../../../http-types"
import { apiPath } from "../resource/api-path"
import { useMay } from "../../lib/permissions"
import { queryKeys } from "../../lib/query-keys"
import { sdk } from "../../lib/sdk"

/** Sends no request if the user's role may not read payments. */
export function useOrderPanel(orderId: string) {
  const enabled = useMay("stablecoin_payment:read")
  return useQuery({
    enabled,
    queryKey: queryKeys.detail("orders", orderId),
    queryFn: () =>
      sdk.client.fetch<AdminOrderPanelResponse>(apiPath("orders", orderId)),
  })
}
