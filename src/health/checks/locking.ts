import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { check } from "../check"

/** Private fields of Medusa's locking module, for the default provider. */
type LockingModule = {
  defaultProviderId?: string
  providerService_?: { retrieveProviderRegistration(id: string): object }
}

const USE_REDIS =
  "Use @medusajs/medusa/locking-redis before the store runs in more than one process (docs/scaling.md)."

export const locking = check("locking", async (context) => {
  const name = providerOf(context.container)
  if (name.includes("redis")) {
    return {
      status: "ok",
      code: "redis",
      message: "Locks are in Redis, and apply to all processes.",
    }
  }
  if (name.includes("postgres")) {
    return {
      status: "warning",
      code: "postgres",
      message:
        "Locks are kept by locking-postgres, which never releases ownerless locks of a killed process, and may grant a lock twice.",
      remedy: USE_REDIS,
    }
  }
  if (!name.includes("memory")) {
    return {
      status: "warning",
      code: "other",
      params: { name },
      message: `Locks are kept by ${name}, which this plugin was not tested with.`,
      remedy: "Make sure that its locks apply to all processes and expire.",
    }
  }
  return context.isSplit
    ? {
        status: "error",
        code: "in_memory_shared",
        message:
          "Servers and workers are separate processes, each with its own locks: two could complete one cart at the same moment.",
        remedy: USE_REDIS,
      }
    : {
        status: context.isProduction ? "warning" : "ok",
        code: "in_memory",
        message: "Locks are in memory, which suits one process.",
        remedy: USE_REDIS,
      }
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
