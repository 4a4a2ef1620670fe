import type { Browser } from "playwright-core"
import { ADMIN } from "../../../tools/harness/shop/names"
import { AdminApi } from "./admin-api"
import { AdminPage } from "./admin-page"
import { launchBrowser, openContext, watched } from "./browser"
import { adminStore, type AdminStore } from "./facts"

/**
 * Disables transitions: mid-fade, elements have positions and colours that
 * users never see at rest.
 */
const standStill = `document.addEventListener("DOMContentLoaded", () => {
  const style = document.createElement("style")
  style.textContent = "* { transition: none !important; animation: none !important }"
  document.head.append(style)
})`

type AdminBrowserOptions = {
  store?: AdminStore
  user?: { email: string; password: string }
}

/**
 * A browser for one spec file, with an admin signed in. The default store begins
 * with the credentials that a merchant enters.
 *
 * @param store, user override the defaults
 * @returns `pageTest`, a test on its page that fails, with a screenshot, on
 * problems of the page too
 */
export function adminBrowser({
  store: otherStore,
  user = ADMIN,
}: AdminBrowserOptions = {}): {
  store: AdminStore
  /** The admin user over HTTP. */
  api: AdminApi
  pageTest(name: string, act: (admin: AdminPage) => Promise<void>): void
} {
  const store = otherStore ?? adminStore()
  const api = new AdminApi(store)
  let browser: Browser | undefined
  let admin: AdminPage

  beforeAll(async () => {
    if (!otherStore) {
      await api.setUp()
    }
    browser = await launchBrowser()
    const context = await openContext(browser)
    await context.addInitScript(standStill)
    admin = new AdminPage(await context.newPage(), store)
    await admin.signIn(user)
  })

  afterAll(async () => {
    await browser?.close()
  })

  return {
    store,
    api,
    pageTest: (name, act) => {
      it(name, async () => {
        await watched(
          name,
          () => [admin],
          async () => await act(admin)
        )
      })
    },
  }
}
