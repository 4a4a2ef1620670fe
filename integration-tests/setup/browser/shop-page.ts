import type { Locator, Page } from "playwright-core"
import type { StorePaymentStatus } from "../../../src/http-types/store"
import { type Rail, RAILS } from "../../../src/ledger"
import type { AdminStore } from "./facts"
import { checkPage, picture } from "./page-checks"
import { Watch } from "./watch"

const WAYS: Record<Rail, RegExp> = {
  hosted: /^Wallet or exchange/,
  onchain: /^Send from my crypto wallet/,
}

type PlacedOrder = { id: string; display_id: number }

/**
 * A tab with the demo's shop, or with the gateway's page that it redirects to.
 */
export class ShopPage {
  readonly watch: Watch

  constructor(
    readonly page: Page,
    readonly store: AdminStore
  ) {
    this.watch = new Watch(page, [store.url, store.shopUrl])
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

  /**
   * A button or link of <StablecoinPayment>, by a class name of the package.
   */
  part(name: "pay" | "continue" | "choose" | "resume" | "restart"): Locator {
    return this.page.locator(`.stablecoin-${name}`)
  }

  /** Waits until <StablecoinPayment> shows this status. */
  async waitForStatus(
    status: StorePaymentStatus,
    phase: "waiting" | "ended" = "waiting"
  ): Promise<void> {
    await this.page
      .locator(`[data-phase="${phase}"][data-status="${status}"]`)
      .waitFor()
  }

  /** Picks a payment method and its options. */
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

  /** Picks a payment method, and goes to the gateway's page. */
  async leaveToPay(rail: Rail): Promise<void> {
    await this.choose(rail)
    await this.goAndPay(rail)
  }

  /** Goes from the checkout to the gateway's page of the chosen method. */
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

  /** Clicks a button on the gateway's page. */
  async atGatewayPress(button: string | RegExp): Promise<void> {
    await this.atGateway()
    await this.button(button).click()
  }

  /** Pays on the gateway's page, which redirects to the order. */
  async payAtGateway(): Promise<PlacedOrder> {
    await this.atGatewayPress(/^Pay /)
    return await this.ordered()
  }

  /** Pays by a method that is offered here. */
  async pay(rail: Rail): Promise<PlacedOrder> {
    await this.leaveToPay(rail)
    return await this.payAtGateway()
  }

  /** Continues the pending payment and pays it. */
  async goOnAndPay(): Promise<PlacedOrder> {
    await this.part("continue").click()
    return await this.payAtGateway()
  }

  /** Goes to the gateway's page, and returns by one of its buttons. */
  async leaveAndReturn(rail: Rail, button: string | RegExp): Promise<void> {
    await this.leaveToPay(rail)
    await this.atGatewayPress(button)
    await this.back()
  }

  /**
   * Pays outside this browser, as with a code scanned by a phone.
   *
   * @param atGateway the gateway's page; absent: the current page of this tab
   */
  async payByPhone(atGateway = this.page.url()): Promise<void> {
    const token = lastOfPath(atGateway)
    const answer = await fetch(`${this.store.gateway.urls.control}/pay`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token }),
    })
    if (!answer.ok) {
      throw new Error(`The gateway refused: ${await answer.text()}`)
    }
  }

  /** Waits for the page that the gateway redirects back to. */
  async back(): Promise<void> {
    await this.page.waitForURL(`${this.store.shopUrl}/payment/*`, {
      waitUntil: "commit",
    })
    await this.heading("Your payment").waitFor()
  }

  /**
   * Goes back with the browser's own button, which restores the shop's page as
   * it was.
   */
  async goBack(steps = 1): Promise<void> {
    // Deferred, because a page that is left at once can't return from
    // `evaluate`.
    await this.page.evaluate(`void setTimeout(() => history.go(-${steps}))`)
    await this.page.locator("html[data-restored]").waitFor()
  }

  /** Waits for the order's confirmation. */
  async ordered(): Promise<PlacedOrder> {
    const heading = this.heading(
      /^(Thank you for your order #|Gracias por tu pedido n\.º )\d+$/
    )
    await heading.waitFor()
    const [number] = /\d+$/.exec((await heading.textContent()) ?? "") ?? []
    return { id: lastOfPath(this.page.url()), display_id: Number(number) }
  }

  /** The session id in the URL of the payment's page. */
  get session(): string {
    return lastOfPath(this.page.url())
  }

  /** The width that needs horizontal scrolling, in pixels. */
  async overflow(): Promise<number> {
    return await this.page.evaluate<number>(
      "document.documentElement.scrollWidth - innerWidth"
    )
  }

  async check(): Promise<void> {
    await checkPage(this.page, "body")
  }

  /**
   * Checks the page, and with UPDATE_SCREENSHOTS=1 saves a screenshot in
   * docs/images.
   */
  async picture(name: string): Promise<void> {
    await picture(this.page, name, { within: "body", whole: true })
  }
}

function lastOfPath(url: string): string {
  return new URL(url).pathname.split("/").at(-1) ?? ""
}
