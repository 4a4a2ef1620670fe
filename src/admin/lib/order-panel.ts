import { useQuery } from "@tanstack/react-query"
import type { AdminOrderPanelResponse } from "../../http-types"
import { apiPath } from "./api-path"
import { useMay } from "./permissions"
import { queryKeys } from "./query-keys"
import { sdk } from "./sdk"

/** Sends no request if the user's role may not read payments. */
export function useOrderPanel(orderId: string) {
  const enabled = useMay("stablecoin_payment:read")
  return useQuery({
    enabled,
    queryKey: queryKeys.orders.detail(orderId),
    queryFn: () =>
      sdk.client.fetch<AdminOrderPanelResponse>(apiPath("orders", orderId)),
  })
}
