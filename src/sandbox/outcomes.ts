import type { SandboxMethod } from "./catalog"
import type { Gateway } from "./gateway"
import { Refusal } from "./http/refusal"
import { SandboxError } from "./sandbox-error"
import { activeMethods } from "./state"
import { findTarget, type Found, type Target } from "./targets"

/** Pays a transaction by a method, or an order from the built-in wallet. @throws SandboxError if that can't be */
export async function payNow(
  gateway: Gateway,
  target: Target,
  methodKey?: string
): Promise<Found> {
  const found = findTarget(gateway.state, target)
  if (found.api === "business") {
    await explained(() => gateway.payOrder(found.entry))
  } else {
    const methods = activeMethods(gateway.state, found.entry.currency)
    const method = chosenMethod(methods, methodKey)
    gateway.payTransaction(found.entry, method.key)
  }
  return structuredClone(found)
}

/** Lets a pending hosted transaction fail. @throws SandboxError for anything else */
export function failNow(gateway: Gateway, target: Target): Found {
  const found = findTarget(gateway.state, target)
  if (found.api === "business") {
    throw new SandboxError(
      "A payment order cannot fail, only be paid or cancelled.",
      409
    )
  }
  gateway.failTransaction(found.entry, null)
  return structuredClone(found)
}

/** Cancels a pending payment order. @throws SandboxError for anything else */
export async function cancelNow(
  gateway: Gateway,
  target: Target
): Promise<Found> {
  const found = findTarget(gateway.state, target)
  if (found.api === "merchant") {
    throw new SandboxError(
      "A hosted transaction cannot be cancelled, the contract has no such call. Let it fail instead.",
      409
    )
  }
  await explained(() => gateway.cancelOrder(found.entry))
  return structuredClone(found)
}

function chosenMethod(methods: SandboxMethod[], key?: string): SandboxMethod {
  const method = key
    ? methods.find((candidate) => candidate.key === key)
    : (methods.find(({ is_default }) => is_default) ?? methods[0])
  if (!method) {
    const known = methods.map((candidate) => candidate.key).join(", ")
    throw new SandboxError(
      `No such method can pay this transaction. There are: ${known || "none"}.`
    )
  }
  return method
}

/** Turns an API's refusal into a sentence for who drives the sandbox. */
async function explained(act: () => Promise<void> | void): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (error instanceof Refusal) {
      const reasons = Object.values(error.errors ?? {}).flat()
      throw new SandboxError(reasons[0] ?? error.message, 409)
    }
    throw error
  }
}
