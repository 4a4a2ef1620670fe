import { ulid } from "ulid"
import { payWithoutWebhook } from "../harness/shop/purchase"
import { type Rail, RAILS } from "../../src/ledger"
import type { BuiltStore } from "../harness/built-store/built-store"
import type { LoadRequest } from "./load"
import { type Buyers, startPurchase } from "./purchases"
import { creationEvent, ofOtherShop, WebhookRequests } from "./webhook-requests"

/** The gateway's events of a payment: of its creation, and that it is paid. */
type Events = { created: string; paid: string }

/**
 * One of this many events that report money names its order as this plugin
 * does.
 */
const NAMED_LIKE_OURS = 8

/**
 * Genuine webhooks about other shops of the same gateway account, on both
 * rails. Half of them report money. Some shops use this plugin, too, and only
 * the database tells their orders from ours.
 */
export class ForeignWebhooks {
  readonly #requests: WebhookRequests
  #count = 0

  private constructor(
    store: BuiltStore,
    private readonly events: Record<Rail, Events>
  ) {
    this.#requests = new WebhookRequests(store)
  }

  /** Pays a payment of each rail, whose events are then varied. */
  static async of(store: BuiltStore, buyers: Buyers): Promise<ForeignWebhooks> {
    const [hosted, onchain] = await Promise.all(
      (["hosted", "onchain"] as const).map((rail) =>
        eventsOf(store, buyers, rail)
      )
    )
    return new ForeignWebhooks(store, { hosted: hosted!, onchain: onchain! })
  }

  next(): LoadRequest {
    const number = (this.#count += 1)
    const rail = RAILS[number % RAILS.length]!
    const isPaid = number % 4 < 2
    const isLikeOurs =
      isPaid &&
      // A hosted event goes to its own shop only.
      rail === "onchain" &&
      number % (4 * NAMED_LIKE_OURS) < 4
    const event = isPaid ? this.events[rail].paid : this.events[rail].created
    const body = ofOtherShop(
      event,
      number,
      isLikeOurs ? `stpay_${ulid()}` : undefined
    )
      .replace(/"store":"[^"]*"/g, '"store":"https://other.example"')
      .replace(/"tx_hash":"[^"]+"/g, `"tx_hash":"${hashOf(number)}"`)
    return this.#requests.of(rail, body)
  }
}

async function eventsOf(
  store: BuiltStore,
  buyers: Buyers,
  rail: Rail
): Promise<Events> {
  const cart = await buyers.shopper.fillCart()
  const { payment_id: id } = await startPurchase(buyers, cart, rail)
  await store.sandbox.settled()
  const created = creationEvent(store, id)
  return { created, paid: await payWithoutWebhook(store, { rail, id }) }
}

function hashOf(number: number): string {
  return `0x${number.toString(16).padStart(64, "0")}`
}
