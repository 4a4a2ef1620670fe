import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { eventBus, locking } from "../../src/health/checks/infrastructure"
import { context } from "../setup/store/health-context"

describe("locks", () => {
  const locks = (identifier: string | undefined, id = "chosen") => ({
    [Modules.LOCKING]: {
      defaultProviderId: id,
      providerService_: {
        retrieveProviderRegistration: () => {
          class Provider {
            static identifier = identifier
          }
          return new Provider()
        },
      },
    },
  })

  it.each([
    ["locking-redis", {}, "ok", "redis"],
    ["locking-postgres", {}, "warning", "postgres"],
    ["in-memory", {}, "ok", "in_memory"],
    ["in-memory", { isProduction: true }, "warning", "in_memory"],
    ["in-memory", { isSplit: true }, "error", "in_memory_shared"],
    ["etcd", {}, "warning", "other"],
    [undefined, {}, "warning", "other"],
  ])("kept by %s %j are %s", async (identifier, store, status, code) => {
    const registered = locks(identifier)
    const found = await locking.run(context({}, { ...store, registered }))
    expect(found).toMatchObject({ status, code })
  })
})

it.each([
  ["@medusajs/medusa/event-bus-redis", {}, "ok", "redis"],
  ["@medusajs/medusa/event-bus-local", {}, "ok", "local"],
  ["@medusajs/event-bus-local", { isProduction: true }, "warning", "local"],
  ["@medusajs/event-bus-local", { isSplit: true }, "error", "local_shared"],
  ["./src/modules/kafka", {}, "warning", "other"],
  [undefined, {}, "warning", "other"],
])("events sent by %s %j are %s", async (resolve, store, status, code) => {
  const modules = { [Modules.EVENT_BUS]: { resolve } }
  const registered = {
    [ContainerRegistrationKeys.CONFIG_MODULE]: { modules },
  }
  const found = await eventBus.run(context({}, { ...store, registered }))
  expect(found).toMatchObject({ status, code })
})
