import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { barriers, setTheme, type Theme } from "./accessibility"

const IMAGES = join(__dirname, "../../../docs/images")

/**
 * Checks a page for accessibility violations.
 *
 * @param within selector of our part of a Medusa page
 * @throws Error that lists them
 */
export async function checkPage(page: Page, within?: string): Promise<void> {
  // Removes the hover styles.
  await page.mouse.move(0, 0)
  const found = await barriers(page, within)
  if (found.length > 0) {
    throw new Error(
      `The page has accessibility violations:\n${found.join("\n")}`
    )
  }
}

export type PictureOptions = {
  theme?: Theme
  within?: string
  /** Includes the part below the viewport. */
  whole?: boolean
}

/**
 * Checks the page, and with UPDATE_SCREENSHOTS=1 saves a screenshot in
 * docs/images.
 */
export async function picture(
  page: Page,
  name: string,
  { theme = "light", within, whole = false }: PictureOptions = {}
): Promise<void> {
  await checkPage(page, within)
  if (process.env.UPDATE_SCREENSHOTS === "1") {
    mkdirSync(IMAGES, { recursive: true })
    await setTheme(page, theme)
    await page.screenshot({
      path: join(IMAGES, `${name}.png`),
      fullPage: whole,
    })
    await setTheme(page, "light")
  }
}
