import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { barriers, setTheme, type Theme } from "./accessibility"

const IMAGES = join(__dirname, "../../../docs/images")

/**
 * Looks at a page as it is now: nothing on it may keep a person from using it.
 *
 * @param within our part of a page that is Medusa's
 */
export async function look(page: Page, within?: string): Promise<void> {
  // What the mouse was last on looks otherwise.
  await page.mouse.move(0, 0)
  const found = await barriers(page, within)
  if (found.length > 0) {
    throw new Error(`The page keeps people out:\n${found.join("\n")}`)
  }
}

export type PictureOptions = {
  theme?: Theme
  within?: string
  /** Also what is below the window's edge. */
  whole?: boolean
}

/** Looks at it, and with UPDATE_SCREENSHOTS=1 keeps the look in docs/images. */
export async function picture(
  page: Page,
  name: string,
  { theme = "light", within, whole = false }: PictureOptions = {}
): Promise<void> {
  await look(page, within)
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
