/** Coins that the gateway does not report. */
import { type ChainBuyer, otherChain, type Started } from "./chain-buyer"
import type { Bought, Purchase } from "./purchase"

/** One of the two transfers is too much. */
export async function paysTwiceInOneTransaction({ buyer }: Purchase) {
  const started = await buyer.start()
  const txHash = buyer.sendAtOnce([started, started])
  await buyer.pay(started, { txHash })
  await buyer.complete(started)
}

/** Coins that the gateway never reports. */
export function isNeverConfirmed(transfer: (started: Started) => object) {
  return async ({ buyer }: Purchase) => {
    const started = await buyer.start()
    await buyer.send(started, transfer(started))
    await buyer.complete(started)
  }
}

export async function sendsOnOtherChain({ buyer }: Purchase) {
  const started = await buyer.start()
  const chain = otherChain(started.order, buyer.random)
  await buyer.send(started, { chain })
}

export async function isCancelledWithMoneyInFlight({
  buyer,
  bought,
}: Purchase) {
  const started = await buyer.start()
  await buyer.send(started)
  await cancel(buyer, bought, started)
}

export async function leavesWithMoneyInFlight({ buyer }: Purchase) {
  const started = await buyer.start()
  await buyer.send(started)
  await buyer.returnUnpaid(started)
}

export async function startsAgainWithMoneyInFlight({ buyer }: Purchase) {
  const started = await buyer.start()
  await buyer.send(started)
  await buyer.startAgain(started.cart)
}

export async function sendsAfterTheEnd({ buyer, bought }: Purchase) {
  const started = await buyer.start()
  await cancel(buyer, bought, started)
  await buyer.send(started)
}

async function cancel(
  buyer: ChainBuyer,
  { cancelled }: Bought,
  started: Started
): Promise<void> {
  cancelled.add(started.id)
  await buyer.cancelAtGateway(started)
}
