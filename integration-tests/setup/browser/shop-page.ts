import type { Locator, Page } from "playwright-core"
import type { StorePaymentStatus } from "../../../src/http-types/store"
import { type Rail, RAILS } from "../../../src/ledger"
import type { AdminStore } from "./facts"
import { look, picture } from "./looks"
import { Watch } from "./watch"

const WAYS: Record<Rail, RegExp> = {
  hosted: /^On the payment page/,
  onchain: /^From your wallet/,
}

type PlacedOrder = { id: string; display_id: number }

/** A tab with the demo's shop, or with the gateway's page that it leads to. */
export class ShopPage {
  readonly watch: Watch
  /** The paths that this tab asked the store for, without a query. */
  readonly asked: string[] = []

  constructor(
    readonly page: Page,
    readonly store: AdminStore
  ) {
    this.watch = new Watch(page, [store.url, store.shopUrl])
    page.on("request", (request) => {
      const { origin, pathname } = new URL(request.url())
      if (origin === store.url && request.method() !== "OPTIONS") {
        this.asked.push(pathname)
      }
    })
  }

  /** Opens a page of the shop and waits for its heading. */
  async open(path: string, heading: string | RegExp): Promise<void> {
    await this.page.goto(`${this.store.shopUrl}${path}`)
    await this.heading(heading).waitFor()
  }

  heading(name: string | RegExp): Locator {
    return this.page.getByRole("heading", { name, level: 1 })
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", { name })
  }

  /** Puts a mug into the cart, and goes on to the checkout. */
  async fillCart(): Promise<void> {
    await this.open("/", "Enamel mug")
    await this.button("Add to cart").click()
    await this.heading("Your cart").waitFor()
    await this.page.getByRole("link", { name: "Checkout" }).click()
    await this.heading("Checkout").waitFor()
  }

  /** A button or link of <StablecoinPayment>, whose words are the package's own. */
  part(name: "pay" | "continue" | "choose" | "restart"): Locator {
    return this.page.locator(`.stablecoin-${name}`)
  }

  /** Waits until <StablecoinPayment> tells this of the payment. */
  async told(
    status: StorePaymentStatus,
    phase: "waiting" | "ended" = "waiting"
  ): Promise<void> {
    await this.page
      .locator(`[data-phase="${phase}"][data-status="${status}"]`)
      .waitFor()
  }

  /** Picks a way to pay, and what else is asked for it. */
  async choose(
    rail: Rail,
    { network, coin }: { network?: string; coin?: string } = {}
  ): Promise<void> {
    await this.page.getByRole("radio", { name: WAYS[rail] }).check()
    if (coin) {
      await this.page.getByRole("radio", { name: coin, exact: true }).check()
    }
    if (network) {
      await this.page.getByRole("radio", { name: network, exact: true }).check()
    }
  }

  /** Picks the way, and leaves for the gateway's page. */
  async leaveToPay(rail: Rail): Promise<void> {
    await this.choose(rail)
    await this.goAndPay(rail)
  }

  /** Leaves by the button of the checkout for the gateway's page of what was chosen. */
  async goAndPay(rail: Rail): Promise<void> {
    await this.part("pay").click()
    await this.atGateway([rail])
  }

  /** Waits for the gateway's page. */
  async atGateway(rails: readonly Rail[] = RAILS): Promise<void> {
    const { merchant, business } = this.store.gateway.urls
    const places = { hosted: merchant, onchain: business }
    await this.page.waitForURL(
      ({ href }) => rails.some((rail) => href.startsWith(places[rail])),
      { waitUntil: "commit" }
    )
  }

  /** Does something on the gateway's page, by its button. */
  async atGatewayPress(button: string | RegExp): Promise<void> {
    await this.atGateway()
    await this.button(button).click()
  }

  /** Pays on the gateway's page, which leads to the order. */
  async payAtGateway(): Promise<PlacedOrder> {
    await this.atGatewayPress(/^Pay /)
    return await this.ordered()
  }

  /** Pays by what is offered here. */
  async pay(rail: Rail): Promise<PlacedOrder> {
    await this.leaveToPay(rail)
    return await this.payAtGateway()
  }

  /** Goes on with the payment that waits. */
  async goOnAndPay(): Promise<PlacedOrder> {
    await this.part("continue").click()
    return await this.payAtGateway()
  }

  /** Leaves for the gateway's page, and comes back by a button of it. */
  async leaveAndReturn(rail: Rail, button: string): Promise<void> {
    await this.leaveToPay(rail)
    await this.atGatewayPress(button)
    await this.back()
  }

  /**
   * Pays without this browser, as by a code that was scanned with a phone.
   *
   * @param atGateway the gateway's page; absent: this tab is there
   */
  async payByPhone(atGateway = this.page.url()): Promise<void> {
    const token = lastOfPath(atGateway)
    const answer = await fetch(`${this.store.gateway.urls.control}/pay`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ target: { token } }),
    })
    if (!answer.ok) {
      throw new Error(`The gateway refused: ${await answer.text()}`)
    }
  }

  /** Waits for the page that the gateway leads back to. */
  async back(): Promise<void> {
    await this.page.waitForURL(`${this.store.shopUrl}/payment/*`, {
      waitUntil: "commit",
    })
    await this.heading("Your payment").waitFor()
  }

  /** Goes back by the browser's own button: the shop's page is as it was left. */
  async goBack(steps = 1): Promise<void> {
    // Later: a page that is left at once can't answer any more.
    await this.page.evaluate(`void setTimeout(() => history.go(-${steps}))`)
    await this.page.locator("html[data-restored]").waitFor()
  }

  /** Waits for the order's confirmation. */
  async ordered(): Promise<PlacedOrder> {
    const heading = this.heading(/^Thank you for your order #\d+$/)
    await heading.waitFor()
    const number = (await heading.textContent())?.split("#")[1]
    return { id: lastOfPath(this.page.url()), display_id: Number(number) }
  }

  /** The session of the payment's page. */
  get session(): string {
    return lastOfPath(this.page.url())
  }

  async look(): Promise<void> {
    await look(this.page, "body")
  }

  /** Looks at it, and with UPDATE_SCREENSHOTS=1 keeps the look in docs/images. */
  async picture(name: string): Promise<void> {
    await picture(this.page, name, { within: "body", whole: true })
  }
}

function lastOfPath(url: string): string {
  return new URL(url).pathname.split("/").at(-1) ?? ""
}
