import type { MiddlewareRoute } from "@medusajs/framework/http"
import { optionMiddlewares } from "./options/middlewares"

export const storeStablecoinMiddlewares: MiddlewareRoute[] = [
  ...optionMiddlewares,
]
