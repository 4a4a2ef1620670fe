import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Browser, chromium } from "playwright-core"
import { AdminPage } from "./admin-page"
import { CHROMIUM_FLAGS } from "./chromium"
import { adminStore } from "./facts"

/** Time for a click and what follows from it; Playwright's own is half a minute. */
const PATIENCE_MS = 15_000

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
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH,
      args: CHROMIUM_FLAGS,
    })
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      colorScheme: "light",
      reducedMotion: "reduce",
      locale: "en-US",
      timezoneId: "UTC",
      permissions: ["clipboard-read", "clipboard-write"],
    })
    // Medusa's own pages ask a CDN for flags: a test asks this machine only.
    await context.route(
      ({ hostname }) => hostname !== "localhost" && hostname !== "127.0.0.1",
      (route) => route.abort()
    )
    await context.addInitScript(standStill)
    context.setDefaultTimeout(PATIENCE_MS)
    admin = new AdminPage(await context.newPage(), adminStore())
    await admin.signIn()
  })

  afterAll(async () => {
    await browser?.close()
  })

  return {
    scene: (name, act) => {
      it(name, async () => {
        try {
          await act(admin)
          expect(admin.watch.takeProblems()).toEqual([])
        } catch (error) {
          const picture = join(
            tmpdir(),
            `browser-${name.replaceAll(/\W+/g, "-")}.png`
          )
          await admin.page.screenshot({ path: picture }).catch(() => {})
          const problems = admin.watch.takeProblems().join("\n")
          throw new Error(
            `${error instanceof Error ? error.message : String(error)}\n${problems}\nThe page is in ${picture}`,
            { cause: error }
          )
        }
      })
    },
  }
}
