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

/**
 * Timeout for a click and its effects; Playwright's default is half a minute.
 */
const TIMEOUT_MS = 15_000

/** @param options override the defaults */
export async function launchBrowser(
  options: LaunchOptions = {}
): Promise<Browser> {
  return await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: CHROMIUM_FLAGS,
    ...options,
  })
}

/** A new browser context that reaches only this machine. */
export async function openContext(
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
  context.setDefaultTimeout(TIMEOUT_MS)
  return context
}

/** A page and the watch that records its problems. */
export type Seen = { page: Page; watch: Watch }

/**
 * Runs an act, and fails on problems of the pages too.
 *
 * @param seen all pages, including those opened meanwhile
 * @throws Error that names the screenshot of each page
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
    const lines = [error instanceof Error ? error.message : String(error)]
    for (const [index, { page, watch }] of seen().entries()) {
      const picture = join(
        tmpdir(),
        `browser-${name.replaceAll(/\W+/g, "-")}${index || ""}.png`
      )
      await page.screenshot({ path: picture }).catch(() => {})
      lines.push(
        ...watch.takeProblems(),
        `The page ${page.url()} is in ${picture}`
      )
    }
    throw new Error(lines.join("\n"), { cause: error })
  }
}
