import type { Locator, Page } from "playwright-core"
import { ADMIN } from "../../../tools/harness/shop/names"
import type { AdminStore } from "./facts"
import { checkPage, picture, type PictureOptions } from "./page-checks"
import { Watch } from "./watch"

/** A merchant in the admin. */
export class AdminPage {
  readonly watch: Watch

  constructor(
    readonly page: Page,
    readonly store: AdminStore
  ) {
    this.watch = new Watch(page, [store.url])
  }

  async signIn(
    user: { email: string; password: string } = ADMIN
  ): Promise<void> {
    // The dashboard requests the current user before it shows the form.
    this.watch.expect({ status: 401, path: /^\/admin\/users\/me$/ })
    await this.page.goto(`${this.store.url}/app/login`)
    await this.page.getByPlaceholder("Email").fill(user.email)
    await this.page.getByPlaceholder("Password").fill(user.password)
    await this.page.getByRole("button", { name: /^Continue/ }).click()
    await this.page.getByRole("heading", { name: "Orders" }).waitFor()
  }

  /**
   * Opens a page of the admin and waits for its heading.
   *
   * @param path without /app
   */
  async open(path: string, heading: string | RegExp): Promise<void> {
    await this.page.goto(`${this.store.url}/app${path}`)
    await this.page.getByRole("heading", { name: heading }).first().waitFor()
  }

  /** Opens the drawer of an exception, by its title. */
  async openException(id: string, title: string): Promise<Locator> {
    await this.open(`/stablecoin/exceptions?exception=${id}`, title)
    return this.page.getByRole("dialog", { name: title })
  }

  /**
   * Checks the page for accessibility violations.
   *
   * @param within selector of our part of a Medusa page
   */
  async check(within?: string): Promise<void> {
    await checkPage(this.page, within)
  }

  /**
   * Checks the page, and with UPDATE_SCREENSHOTS=1 saves a screenshot in
   * docs/images.
   */
  async picture(name: string, options: PictureOptions = {}): Promise<void> {
    await picture(this.page, name, options)
  }
}
