import type { Browser } from "playwright-core"
import { AdminPage } from "./admin-page"
import { launchBrowser, newPerson, watched } from "./browser"
import { adminStore } from "./facts"

/** What is half faded in, or between two themes, has places and colours that nobody sees. */
const standStill = `document.addEventListener("DOMContentLoaded", () => {
  const style = document.createElement("style")
  style.textContent = "* { transition: none !important; animation: none !important }"
  document.head.append(style)
})`

/**
 * A browser of one spec file's own, with an admin signed in.
 *
 * @returns `scene`, which is a test on its page: it fails, with a picture, on what the page complains of too
 */
export function stage(): {
  scene(name: string, act: (admin: AdminPage) => Promise<void>): void
} {
  let browser: Browser | undefined
  let admin: AdminPage

  beforeAll(async () => {
    browser = await launchBrowser()
    const context = await newPerson(browser)
    await context.addInitScript(standStill)
    admin = new AdminPage(await context.newPage(), adminStore())
    await admin.signIn()
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
