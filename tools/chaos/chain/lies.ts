/** Payments that the gateway reports as paid, and that are not. */
import { randomBytes } from "node:crypto"
import { otherChain, type Started } from "./chain-buyer"
import { type Purchase, startHonest } from "./purchase"

export async function isForged({ buyer }: Purchase) {
  const started = await buyer.start()
  buyer.forge(started)
  await buyer.complete(started)
}

export async function isForgedAndPaidLater({ buyer }: Purchase) {
  const started = await buyer.start()
  buyer.forge(started)
  await buyer.complete(started)
  await buyer.pay(started)
}

/** The first buyer is honest, and must not lose by the gateway's lie. */
export async function isPaidByTransferOfAnother({ buyer, bought }: Purchase) {
  const first = await startHonest(buyer, bought)
  const second = await buyer.start()
  const txHash = await buyer.pay(first)
  if (txHash) {
    await buyer.payUnchecked(second, { txHash })
  }
  await buyer.complete(first)
  await buyer.complete(second)
}

/**
 * The lie is reported before the truth. At one address for both, the network
 * can't tell whose transfer it is.
 */
export async function isForgedWithTransferOfAnother({ buyer }: Purchase) {
  const first = await buyer.start()
  const second = await buyer.start()
  const txHash = await buyer.send(first)
  const { destinationAddress: address } = first.order
  if (txHash && address !== second.order.destinationAddress) {
    buyer.forge(second, txHash)
  }
  await buyer.complete(second)
  await buyer.pay(first, txHash ? { txHash } : {})
  await buyer.complete(first)
}

export async function isPaidByForeignTransfer({ buyer }: Purchase) {
  const started = await buyer.start()
  const { chain, currency, amount } = started.order
  await buyer.transferUnchecked(started, (sandbox) =>
    sandbox.send({ chain, currency, amount, to: anyAddress() })
  )
  await buyer.complete(started)
}

/** The gateway confirms another transfer to the order's address. */
export function isConfirmedWith(transfer: (started: Started) => object) {
  return async ({ buyer }: Purchase) => {
    const started = await buyer.start()
    await buyer.payUnchecked(started, transfer(started))
    await buyer.complete(started)
  }
}

export async function isConfirmedOnOtherChain({ buyer }: Purchase) {
  const started = await buyer.start()
  const chain = otherChain(started.order, buyer.random)
  await buyer.payUnchecked(started, { chain })
  await buyer.complete(started)
}

/** Any contract may have the name of a coin, and emit events of transfers. */
export async function isConfirmedWithStrangersCoin({ buyer }: Purchase) {
  const started = await buyer.start()
  const { chain, amount, destinationAddress: to } = started.order
  await buyer.transferUnchecked(started, (sandbox) =>
    sandbox.send({ chain, currency: anyAddress(), amount, to })
  )
  await buyer.complete(started)
}

export async function isConfirmedByFailedTransaction({ buyer }: Purchase) {
  const started = await buyer.start()
  const { chain, currency, amount, destinationAddress: to } = started.order
  await buyer.transferUnchecked(started, (sandbox) =>
    sandbox.send({ chain, currency, amount, to }, "reverted")
  )
  await buyer.complete(started)
}

function anyAddress(): string {
  return `0x${randomBytes(20).toString("hex")}`
}
