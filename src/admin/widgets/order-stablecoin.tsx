import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { OrderPanel } from "../components/order/order-panel"

export const config = defineWidgetConfig({
  zone: "order.details.side.before",
  id: "medusa-payment-stablecoin-order",
})

export default OrderPanel
