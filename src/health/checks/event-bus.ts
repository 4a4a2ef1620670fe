import type { ConfigModule, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { check, error, ok, warning } from "../check"

export const eventBus = check("event_bus", async (context) => {
  const name = declaredBus(context.container)
  if (name.includes("event-bus-redis")) {
    return ok("redis")
  }
  if (!name.includes("event-bus-local")) {
    return warning("other", { name })
  }
  if (context.isSplit) {
    return error("local_shared")
  }
  return (context.isProduction ? warning : ok)("local")
})

/** Returns the configured event bus module, since its class has no name. */
function declaredBus(container: MedusaContainer): string {
  const { modules } = container.resolve<ConfigModule>(
    ContainerRegistrationKeys.CONFIG_MODULE
  )
  const declared = modules?.[Modules.EVENT_BUS]
  const { resolve } = (typeof declared === "object" ? declared : {}) as {
    resolve?: unknown
  }
  return typeof resolve === "string" ? resolve : "unknown"
}
