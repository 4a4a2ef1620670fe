import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { messageOf } from "../../shared/message-of"

/** Warns of a chain that can't be read, which the next pass repeats. */
export function warnUnread(
  container: MedusaContainer,
  what: string,
  error: unknown
): void {
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .warn(
      `Stablecoin payments: ${what} now, and will be tried again: ${messageOf(error)}`
    )
}
