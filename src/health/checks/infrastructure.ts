import type { ConfigModule, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { check, error, ok, warning } from "../check"

export const migrations = check("migrations", async ({ stablecoin }) => {
  const pending = await stablecoin.health.pendingMigrations()
  return pending.length
    ? error("pending", { count: pending.length, names: pending.join(", ") })
    : ok("applied")
})

export const encryption = check("encryption", async (context) => {
  const { general, keys } = await context.settings()
  const problems = general.ok
    ? undefined
    : general.problems.find((each) => each.startsWith("encryptionKeys"))
  if (problems) {
    return error("invalid_key", { problems })
  }
  const { count, unreadable, old_keys } =
    await context.stablecoin.health.storedSecrets()
  if (unreadable.length) {
    const names = unreadable.join(", ")
    return error("unreadable", { count: unreadable.length, names })
  }
  if (keys.isEmpty) {
    return warning("no_key")
  }
  if (old_keys.length) {
    return warning("old_key", {
      count: old_keys.reduce((sum, key) => sum + key.count, 0),
      ids: old_keys.map(({ id }) => id).join(", "),
    })
  }
  return ok("ready", { count })
})

/** Private fields of Medusa's locking module, for the default provider. */
type LockingModule = {
  defaultProviderId?: string
  providerService_?: { retrieveProviderRegistration(id: string): object }
}

export const locking = check("locking", async (context) => {
  const name = providerOf(context.container)
  if (name.includes("redis")) {
    return ok("redis")
  }
  if (name.includes("postgres")) {
    return warning("postgres")
  }
  if (!name.includes("memory")) {
    return warning("other", { name })
  }
  if (context.isSplit) {
    return error("in_memory_shared")
  }
  return (context.isProduction ? warning : ok)("in_memory")
})

/**
 * Returns the identifier of the default provider, or its id, which the merchant
 * chooses.
 */
function providerOf(container: MedusaContainer): string {
  const module = container.resolve<LockingModule>(Modules.LOCKING)
  const id = module.defaultProviderId ?? "unknown"
  const provider = module.providerService_?.retrieveProviderRegistration(id)
  const { identifier } = (provider?.constructor ?? {}) as {
    identifier?: string
  }
  return identifier ?? id
}

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
