import type { ConfigModule, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { check } from "../check"

const USE_REDIS =
  "Use @medusajs/medusa/event-bus-redis before the store runs in more than one process (docs/scaling.md)."

export const eventBus = check("event_bus", async (context) => {
  const name = declaredBus(context.container)
  if (name.includes("event-bus-redis")) {
    return {
      status: "ok",
      code: "redis",
      message: "Events go through Redis, and reach workers from every process.",
    }
  }
  if (!name.includes("event-bus-local")) {
    return {
      status: "warning",
      code: "other",
      params: { name },
      message: `Events go through ${name}, which this plugin was not tested with.`,
      remedy: "Make sure that events reach a worker when a server sends them.",
    }
  }
  return context.isSplit
    ? {
        status: "error",
        code: "local_shared",
        message:
          "Servers and workers are separate processes, and events stay in the process that sent them: a cancelled order does not become a refund due.",
        remedy: USE_REDIS,
      }
    : {
        status: context.isProduction ? "warning" : "ok",
        code: "local",
        message:
          "Events stay in the process that sent them, which suits one process. Queued events are lost when it ends.",
        remedy: USE_REDIS,
      }
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
