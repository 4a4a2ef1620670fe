import type { Chain as ChainCode } from "../gateway/schemas"
import type { SandboxMethod } from "./catalog"
import type { Receipt } from "./chain/receipts"
import { requirePayable } from "./confirmation"
import type { Gateway } from "./gateway"
import type { OrderEntry } from "./records/order"
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
  /**
   * Onchain: confirms with this transfer instead of sending one. The gateway
   * refuses an unknown hash unless a fault lets it pass.
   */
  txHash?: string
  /**
   * Onchain: false sends the coins without a confirmation, so that the gateway
   * never knows. Also possible after the order ended. Default true.
   */
  confirm?: boolean
}

/** A payment, and the transfer that the wallet sent for it. */
export type Paid = Found & { transfer?: Receipt }

/**
 * Pays a transaction by a method, or an order from the built-in wallet.
 *
 * @throws SandboxError if it cannot be paid
 */
export async function payNow(
  gateway: Gateway,
  target: Target,
  { method: key, ...onchain }: PayOptions = {}
): Promise<Paid> {
  const found = findTarget(gateway.state, target)
  if (found.api === "business") {
    const transfer = await explained(() =>
      payOrder(gateway, found.entry, onchain)
    )
    return structuredClone({ ...found, ...(transfer && { transfer }) })
  }
  if (Object.values(onchain).some((option) => option !== undefined)) {
    throw new SandboxError(
      "A hosted transaction is paid by a method: the other options are for payment orders.",
      422
    )
  }
  const methods = activeMethods(gateway.state, found.entry.currency)
  gateway.payTransaction(found.entry, chosenMethod(methods, key).key)
  return structuredClone(found)
}

/** @returns the transfer, if the wallet sent one */
async function payOrder(
  gateway: Gateway,
  entry: OrderEntry,
  { txHash, confirm = true, ...wanted }: Omit<PayOptions, "method">
): Promise<Receipt | undefined> {
  if (txHash) {
    const chain = wanted.chain ?? entry.chain
    const known = await knownTransfer(gateway, entry, chain, txHash)
    await confirmTransfer(gateway, entry, known)
    return undefined
  }
  if (!confirm) {
    return await sendFromWallet(gateway, entry, wanted)
  }
  requirePayable(entry)
  const sent = await sendFromWallet(gateway, entry, wanted)
  await confirmTransfer(gateway, entry, sent)
  return sent
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

/** The transfer with that hash, or a claim that the gateway can refuse. */
async function knownTransfer(
  { state }: Gateway,
  { destinationAddress }: OrderEntry,
  chain: ChainCode,
  txHash: string
): Promise<Pick<Receipt, "txHash" | "chain" | "from">> {
  const receipts = await state.chain.receipts(chain, txHash)
  const receipt =
    receipts.find(({ to }) => to === destinationAddress) ?? receipts[0]
  // The hash as given, since a buyer's app may write it in any case.
  return { txHash, chain, from: receipt?.from ?? state.wallet.address }
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
async function explained<T>(act: () => Promise<T> | T): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Refusal) {
      const reasons = Object.values(error.errors ?? {}).flat()
      throw new SandboxError(reasons[0] ?? error.message, 409)
    }
    throw error
  }
}
