import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { TestStore } from "./store"

/** Collects the errors that the store logs from here on, one per line. */
export function watchErrors(store: TestStore): () => string {
  const logger = store.container.resolve(ContainerRegistrationKeys.LOGGER)
  const spy = jest.spyOn(logger, "error")
  return () => {
    const lines = spy.mock.calls.map(([line]) => String(line))
    spy.mockRestore()
    return lines.join("\n")
  }
}
