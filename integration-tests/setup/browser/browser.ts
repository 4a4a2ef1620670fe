import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from "playwright-core"
import { CHROMIUM_FLAGS } from "./chromium"
import type { Watch } from "./watch"

/** Time for a click and what follows from it; Playwright's own is half a minute. */
const PATIENCE_MS = 15_000

/** @param options what is otherwise than usual */
export async function launchBrowser(
  options: LaunchOptions = {}
): Promise<Browser> {
  return await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: CHROMIUM_FLAGS,
    ...options,
  })
}

/** A person's browser with nothing in it yet, that reaches this machine only. */
export async function newPerson(
  browser: Browser,
  options: BrowserContextOptions = {}
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    colorScheme: "light",
    reducedMotion: "reduce",
    locale: "en-US",
    timezoneId: "UTC",
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  })
  // Medusa's own pages ask a CDN for flags: a test asks this machine only.
  await context.route(
    ({ hostname }) => hostname !== "localhost" && hostname !== "127.0.0.1",
    (route) => route.abort()
  )
  context.setDefaultTimeout(PATIENCE_MS)
  return context
}

/** The pages of a person, as they are looked at and listened to. */
export type Seen = { page: Page; watch: Watch }

/**
 * Acts, and fails on what the pages complain of too.
 *
 * @param seen all pages, also those that were opened meanwhile
 * @throws Error that says where the picture of each page is
 */
export async function watched(
  name: string,
  seen: () => Seen[],
  act: () => Promise<void>
): Promise<void> {
  try {
    await act()
    expect(seen().flatMap(({ watch }) => watch.takeProblems())).toEqual([])
  } catch (error) {
    const told = [error instanceof Error ? error.message : String(error)]
    for (const [index, { page, watch }] of seen().entries()) {
      const picture = join(
        tmpdir(),
        `browser-${name.replaceAll(/\W+/g, "-")}${index || ""}.png`
      )
      await page.screenshot({ path: picture }).catch(() => {})
      told.push(
        ...watch.takeProblems(),
        `The page ${page.url()} is in ${picture}`
      )
    }
    throw new Error(told.join("\n"), { cause: error })
  }
}
