import type { Chain as ChainCode } from "../gateway/schemas"
import type { SandboxMethod } from "./catalog"
import type { Receipt } from "./chain/chain"
import type { Gateway } from "./gateway"
import { Refusal } from "./http/refusal"
import { SandboxError } from "./sandbox-error"
import { activeMethods } from "./state"
import { findTarget, type Found, type Target } from "./targets"
import {
  confirmTransfer,
  sendFromWallet,
  type WalletTransfer,
} from "./wallet-payment"

/**
 * Payment options. By default, a payment is made in the simplest way that
 * works.
 */
export type PayOptions = WalletTransfer & {
  /** Hosted: key of the method. */
  method?: string
  /** Onchain: confirms with this transfer instead of sending one. */
  txHash?: string
}

/**
 * Pays a transaction by a method, or an order from the built-in wallet.
 *
 * @throws SandboxError if it cannot be paid
 */
export async function payNow(
  gateway: Gateway,
  target: Target,
  { method: key, txHash, ...transfer }: PayOptions = {}
): Promise<Found> {
  const found = findTarget(gateway.state, target)
  if (found.api === "business") {
    const { entry } = found
    await explained(async () => {
      const sent = txHash
        ? await knownTransfer(gateway, transfer.chain ?? entry.chain, txHash)
        : await sendFromWallet(gateway, entry, transfer)
      await confirmTransfer(gateway, entry, sent)
    })
  } else {
    if (txHash ?? transfer.amount ?? transfer.chain) {
      throw new SandboxError(
        "A hosted transaction is paid by a method: amount, network and hash are for payment orders.",
        422
      )
    }
    const methods = activeMethods(gateway.state, found.entry.currency)
    const method = chosenMethod(methods, key)
    gateway.payTransaction(found.entry, method.key)
  }
  return structuredClone(found)
}

/**
 * Makes a pending hosted transaction fail.
 *
 * @throws SandboxError for anything else
 */
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

async function knownTransfer(
  { state }: Gateway,
  chain: ChainCode,
  txHash: string
): Promise<Receipt> {
  const [receipt] = await state.chain.receipts(chain, txHash)
  if (!receipt) {
    throw new SandboxError(`There is no transfer ${txHash} on ${chain}.`, 404)
  }
  // The hash as given, since a buyer's app may write it in any case.
  return { ...receipt, txHash }
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

/** Turns an API's refusal into a sentence for the sandbox's user. */
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
