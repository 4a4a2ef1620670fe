import type { Browser } from "playwright-core"
import { ADMIN } from "../../../demo/names"
import { AdminPage } from "./admin-page"
import { launchBrowser, newPerson, watched } from "./browser"
import { adminStore, type AdminStore } from "./facts"

/** What is half faded in, or between two themes, has places and colours that nobody sees. */
const standStill = `document.addEventListener("DOMContentLoaded", () => {
  const style = document.createElement("style")
  style.textContent = "* { transition: none !important; animation: none !important }"
  document.head.append(style)
})`

type StageOptions = {
  store?: AdminStore
  user?: { email: string; password: string }
}

/**
 * A browser of one spec file's own, with an admin signed in.
 *
 * @param store, user other ones than usual
 * @returns `scene`, which is a test on its page: it fails, with a picture, on what the page complains of too
 */
export function stage({
  store = adminStore(),
  user = ADMIN,
}: StageOptions = {}): {
  scene(name: string, act: (admin: AdminPage) => Promise<void>): void
} {
  let browser: Browser | undefined
  let admin: AdminPage

  beforeAll(async () => {
    browser = await launchBrowser()
    const context = await newPerson(browser)
    await context.addInitScript(standStill)
    admin = new AdminPage(await context.newPage(), store)
    await admin.signIn(user)
  })

  afterAll(async () => {
    await browser?.close()
  })

  return {
    scene: (name, act) => {
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
