import { useQuery } from "@tanstack/react-query"
import type { AdminOrderPanelResponse } from "../../http-types"
import { apiPath } from "./api-path"
import { queryKeys } from "./query-keys"
import { sdk } from "./sdk"

export function useOrderPanel(orderId: string) {
  return useQuery({
    queryKey: queryKeys.orders.detail(orderId),
    queryFn: () =>
      sdk.client.fetch<AdminOrderPanelResponse>(apiPath("orders", orderId)),
  })
}
