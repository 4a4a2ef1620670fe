import {
  type MiddlewareRoute,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { later } from "../../../later"
import {
  listWebhookEventsConfig,
  retrieveWebhookEventConfig,
} from "./query-config"
import { getWebhookEventParams, listWebhookEventsParams } from "./validators"

export const webhookEventMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/webhooks",
    middlewares: [
      later(() =>
        validateAndTransformQuery(
          listWebhookEventsParams(),
          listWebhookEventsConfig
        )
      ),
    ],
  },
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/webhooks/:id",
    middlewares: [
      later(() =>
        validateAndTransformQuery(
          getWebhookEventParams(),
          retrieveWebhookEventConfig
        )
      ),
    ],
  },
]
