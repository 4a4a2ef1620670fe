import { type Rail, RAILS } from "../../src/ledger"
import type { StoreCluster } from "../harness/cluster/cluster"
import type { Cart } from "../harness/shop/shopper"
import { Buyer } from "./buyer"
import type { Merchant } from "../harness/shop/merchant"
import type { Random } from "./random"

type Purchase = {
  buyer: Buyer
  merchant: Merchant
  rail: Rail
  other: Rail
  cart: Cart
  /** Fills another cart. */
  fillCart(): Promise<Cart>
}

/** Share of purchases in euros. */
const IN_EURO = 0.4

/** Buyer behaviors, each with its weight. */
const KINDS: [number, (purchase: Purchase) => Promise<void>][] = [
  [6, paysAndReturns],
  [3, paysWithoutReturning],
  [2, changesTheCartAndPaysAnyway],
  [2, changesTheCartAndPaysBoth],
  [2, switchesRailsAndPaysBoth],
  [1, paysTwoSessionsAtOnce],
  [2, returnsUnpaid],
  [1, returnsUnpaidAndPaysLater],
  [1, isEndedByTheGateway],
  [1, isEndedByTheGatewayAndPaysLater],
  [2, neverPays],
  [1, isCancelledByTheMerchant],
  [2, changesTheCartWhileThePaymentStarts],
  [2, startsAgainAndPaysTheFirst],
  [1, paysTwoCartsByOneTransfer],
  [1, receivesPaidEventOfAnotherMode],
]

/**
 * Runs one buyer with a random behavior.
 *
 * @throws BuyerTimeout if the store was down for too long
 */
export async function purchase(
  cluster: StoreCluster,
  merchant: Merchant,
  random: Random
): Promise<void> {
  const rail = random.pick(RAILS)
  const quantity = 1 + random.below(3)
  const kind = random.pick(
    KINDS.flatMap(([many, act]) => Array(many).fill(act) as (typeof act)[])
  )
  const { seeded } = cluster
  const offer = random.chance(IN_EURO) ? seeded.euro : seeded
  const buyer = new Buyer(cluster, offer)
  const fillCart = async () => await buyer.fillCart(quantity)
  const cart = await fillCart()
  const other = rail === "hosted" ? "onchain" : "hosted"
  await kind({ buyer, merchant, rail, other, cart, fillCart })
}

async function paysAndReturns({ buyer, rail, cart }: Purchase) {
  await buyer.payAndReturn(await buyer.start(cart, rail))
  await buyer.complete(cart)
}

async function paysWithoutReturning({ buyer, rail, cart }: Purchase) {
  await buyer.payWithoutReturning(await buyer.start(cart, rail))
}

async function changesTheCartAndPaysAnyway({ buyer, rail, cart }: Purchase) {
  const session = await buyer.start(cart, rail)
  await buyer.changeCart(cart)
  await buyer.payAndReturn(session)
}

async function changesTheCartAndPaysBoth({ buyer, rail, cart }: Purchase) {
  const before = await buyer.start(cart, rail)
  await buyer.changeCart(cart)
  const after = await buyer.start(cart, rail)
  await buyer.payWithoutReturning(before)
  await buyer.payAndReturn(after)
  await buyer.complete(cart)
}

async function switchesRailsAndPaysBoth({
  buyer,
  rail,
  other,
  cart,
}: Purchase) {
  const before = await buyer.start(cart, rail)
  const after = await buyer.start(cart, other)
  await buyer.payAndReturn(after)
  await buyer.payWithoutReturning(before)
  await buyer.complete(cart)
}

async function paysTwoSessionsAtOnce({ buyer, rail, other, cart }: Purchase) {
  const first = await buyer.start(cart, rail)
  const second = await buyer.start(cart, other)
  await Promise.all([
    buyer.payAndReturn(first),
    buyer.payAndReturn(second),
    buyer.complete(cart),
  ])
}

async function returnsUnpaid({ buyer, rail, cart }: Purchase) {
  await buyer.returnUnpaid(await buyer.start(cart, rail))
}

async function returnsUnpaidAndPaysLater({ buyer, rail, cart }: Purchase) {
  const session = await buyer.start(cart, rail)
  await buyer.returnUnpaid(session)
  await buyer.payWithoutReturning(session)
}

async function isEndedByTheGateway({ buyer, rail, cart }: Purchase) {
  await buyer.endAtGateway(await buyer.start(cart, rail))
}

/**
 * A hosted failure need not be final. A cancelled order is, and the buyer
 * starts a new payment.
 */
async function isEndedByTheGatewayAndPaysLater({
  buyer,
  rail,
  cart,
}: Purchase) {
  const session = await buyer.start(cart, rail)
  await buyer.endAtGateway(session)
  await buyer.payAndReturn(
    rail === "hosted" ? session : await buyer.start(cart, rail)
  )
  await buyer.complete(cart)
}

async function neverPays({ buyer, rail, cart }: Purchase) {
  await buyer.start(cart, rail)
}

async function isCancelledByTheMerchant({
  buyer,
  merchant,
  rail,
  cart,
}: Purchase) {
  await buyer.payAndReturn(await buyer.start(cart, rail))
  const order = await buyer.complete(cart)
  if (order) {
    await merchant.post(`/admin/orders/${order}/cancel`, {}).catch(() => {
      // The store was down. Only the cancellation's effects until then count.
    })
  }
}

/** The session may keep the cart's previous total. */
async function changesTheCartWhileThePaymentStarts({
  buyer,
  rail,
  cart,
}: Purchase) {
  const [session] = await Promise.all([
    buyer.start(cart, rail),
    buyer.changeCart(cart),
  ])
  await buyer.payWithoutReturning(session)
  await buyer.complete(cart)
}

/** Coins already in transit when the page was reloaded. */
async function startsAgainAndPaysTheFirst({ buyer, rail, cart }: Purchase) {
  const first = await buyer.start(cart, rail)
  await buyer.start(cart, rail)
  await buyer.payWithoutReturning(first)
  await buyer.complete(cart)
}

/** The contract does not guarantee that a transfer confirms only one order. */
async function paysTwoCartsByOneTransfer({ buyer, cart, fillCart }: Purchase) {
  const other = await fillCart()
  const first = await buyer.start(cart, "onchain")
  const second = await buyer.start(other, "onchain")
  await buyer.payWithoutReturning(first)
  await buyer.payByTransferOf(first, second)
  await buyer.complete(cart)
  await buyer.complete(other)
}

/** A signed live-mode event for an unpaid payment in test mode. */
async function receivesPaidEventOfAnotherMode({ buyer, cart }: Purchase) {
  await buyer.claimOtherMode(await buyer.start(cart, "onchain"))
  await buyer.complete(cart)
}
