import { useEffect, useRef } from "react"
import type { AdminOrderPanelResponse } from "../../../http-types"
import { apiPath } from "../resource/api-path"
import { useMay } from "../../lib/permissions"
import { useRead } from "../../lib/read"

/**
 * Reads the stablecoin payments of an order, and reads them again whenever
 * Medusa's page has read a changed order, such as after a refund. Sends no
 * request if the user's role may not read payments.
 */
export function useOrderPanel(order: { id: string }) {
  const enabled = useMay("stablecoin_payment:read")
  const query = useRead<AdminOrderPanelResponse>(apiPath("orders", order.id), {
    enabled,
  })
  const { refetch } = query
  const read = useRef(order)
  useEffect(() => {
    if (enabled && read.current !== order) {
      read.current = order
      void refetch()
    }
  }, [enabled, order, refetch])
  return query
}
