import { setTimeout as wait } from "node:timers/promises"
import type { StoreCluster } from "../../harness/cluster/cluster"
import type { Random } from "../random"
import { ChainBuyer, otherCoin } from "./chain-buyer"
import {
  isConfirmedByFailedTransaction,
  isConfirmedOnOtherChain,
  isConfirmedWith,
  isConfirmedWithStrangersCoin,
  isForged,
  isForgedAndPaidLater,
  isForgedWithTransferOfAnother,
  isPaidByForeignTransfer,
  isPaidByTransferOfAnother,
} from "./lies"
import { type Bought, type Purchase, startHonest } from "./purchase"
import {
  isCancelledWithMoneyInFlight,
  isNeverConfirmed,
  leavesWithMoneyInFlight,
  paysTwiceInOneTransaction,
  sendsAfterTheEnd,
  sendsOnOtherChain,
  startsAgainWithMoneyInFlight,
} from "./unconfirmed"

const REORGANIZED_WITHIN_MS = 1_500

/** Behaviors of buyers and the gateway, each with its weight. */
const KINDS: [number, (purchase: Purchase) => Promise<void>][] = [
  [10, paysAndReturns],
  [3, paysWithoutReturning],
  [3, isReorganized(true)],
  [3, isReorganized(false)],
  [1, arePaidByOneTransaction],
  [2, isForged],
  [1, isForgedAndPaidLater],
  [1, isForgedWithTransferOfAnother],
  [2, isPaidByTransferOfAnother],
  [1, isPaidByForeignTransfer],
  [2, isConfirmedWith(({ order }) => ({ amount: lessThan(order.amount) }))],
  [1, isConfirmedWith(({ order }) => ({ amount: moreThan(order.amount) }))],
  [1, isConfirmedWith(({ order }) => ({ currency: otherCoin(order) }))],
  [1, isConfirmedOnOtherChain],
  [1, isConfirmedWithStrangersCoin],
  [1, isConfirmedByFailedTransaction],
  [1, paysTwiceInOneTransaction],
  [2, isNeverConfirmed(() => ({}))],
  [1, isNeverConfirmed(({ order }) => ({ amount: lessThan(order.amount) }))],
  [1, isNeverConfirmed(({ order }) => ({ amount: moreThan(order.amount) }))],
  [1, isNeverConfirmed(({ order }) => ({ currency: otherCoin(order) }))],
  [1, sendsOnOtherChain],
  [2, isCancelledWithMoneyInFlight],
  [2, leavesWithMoneyInFlight],
  [1, startsAgainWithMoneyInFlight],
  [1, sendsAfterTheEnd],
  [1, neverPays],
]

/**
 * Runs one buyer with a random behavior.
 *
 * @throws BuyerTimeout if the store was down for too long
 */
export async function purchase(
  cluster: StoreCluster,
  bought: Bought,
  random: Random
): Promise<void> {
  const kind = random.pick(
    KINDS.flatMap(([many, act]) => Array(many).fill(act) as (typeof act)[])
  )
  await kind({ buyer: new ChainBuyer(cluster, random), bought })
}

async function paysAndReturns({ buyer, bought }: Purchase) {
  const started = await startHonest(buyer, bought)
  await buyer.pay(started)
  await buyer.complete(started)
}

async function paysWithoutReturning({ buyer, bought }: Purchase) {
  await buyer.pay(await startHonest(buyer, bought))
}

/** The network replaces the transfer's block before it is final. */
function isReorganized(keep: boolean) {
  return async ({ buyer, bought }: Purchase) => {
    const started = await startHonest(buyer, bought)
    const txHash = await buyer.pay(started)
    await wait(buyer.random.below(REORGANIZED_WITHIN_MS))
    if (txHash) {
      buyer.reorganize(started, txHash, keep)
    }
    await buyer.complete(started)
  }
}

/** An exchange pays out to several addresses at once. */
async function arePaidByOneTransaction({ buyer }: Purchase) {
  const first = await buyer.start()
  const second = await buyer.start(first.order.chain)
  const txHash = buyer.sendAtOnce([first, second])
  await buyer.pay(first, { txHash })
  await buyer.payUnchecked(second, { txHash })
  await buyer.complete(first)
  await buyer.complete(second)
}

async function neverPays({ buyer }: Purchase) {
  await buyer.start()
}

function lessThan(amount: string): string {
  return (Number(amount) - 0.01).toFixed(2)
}

function moreThan(amount: string): string {
  return (Number(amount) + 0.01).toFixed(2)
}
