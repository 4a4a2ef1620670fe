import {
  type MiddlewareRoute,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { lazyMiddleware } from "../../../lazy-middleware"
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
      lazyMiddleware(() =>
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
      lazyMiddleware(() =>
        validateAndTransformQuery(
          getWebhookEventParams(),
          retrieveWebhookEventConfig
        )
      ),
    ],
  },
]
