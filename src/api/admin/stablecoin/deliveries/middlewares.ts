import {
  type MiddlewareRoute,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { later } from "../../../later"
import { listDeliveriesConfig, retrieveDeliveryConfig } from "./query-config"
import { getDeliveryParams, listDeliveriesParams } from "./validators"

export const deliveryMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/deliveries",
    middlewares: [
      later(() =>
        validateAndTransformQuery(listDeliveriesParams(), listDeliveriesConfig)
      ),
    ],
  },
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/deliveries/:id",
    middlewares: [
      later(() =>
        validateAndTransformQuery(getDeliveryParams(), retrieveDeliveryConfig)
      ),
    ],
  },
]
