import {
  type MiddlewareRoute,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { listDeliveriesConfig, retrieveDeliveryConfig } from "./query-config"
import { GetDeliveryParams, ListDeliveriesParams } from "./validators"

export const deliveryMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/deliveries",
    middlewares: [
      validateAndTransformQuery(ListDeliveriesParams, listDeliveriesConfig),
    ],
  },
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/deliveries/:id",
    middlewares: [
      validateAndTransformQuery(GetDeliveryParams, retrieveDeliveryConfig),
    ],
  },
]
