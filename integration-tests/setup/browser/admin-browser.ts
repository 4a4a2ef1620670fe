import type { Browser } from "playwright-core"
import { ADMIN } from "../../../tools/harness/shop/names"
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
 * A browser for one spec file, with an admin signed in.
 *
 * @param store, user override the defaults
 * @returns `pageTest`, a test on its page that fails, with a screenshot, on
 * problems of the page too
 */
export function adminBrowser({
  store = adminStore(),
  user = ADMIN,
}: AdminBrowserOptions = {}): {
  pageTest(name: string, act: (admin: AdminPage) => Promise<void>): void
} {
  let browser: Browser | undefined
  let admin: AdminPage

  beforeAll(async () => {
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
