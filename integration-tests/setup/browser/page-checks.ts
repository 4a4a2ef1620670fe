import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { type AxeResults, type RunOptions, source } from "axe-core"
import type { Page } from "playwright-core"

const IMAGES = join(__dirname, "../../../docs/images")

/**
 * Where our own content is, topmost first; the rest of the page is Medusa's.
 */
const OURS = ["[role=alertdialog]", "[role=dialog]", "main"]

const THEMES = ["light", "dark"] as const
type Theme = (typeof THEMES)[number]

/** Rules whose result may differ between the themes. */
const COLOURS = ["color-contrast", "link-in-text-block"]

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
      style: "[data-sonner-toaster] { display: none }",
    })
    await setTheme(page, "light")
  }
}

/**
 * Accessibility violations that axe rates serious or critical. The dark theme
 * differs only in its colours, so only the colour rules run in it. The page is
 * left in the light theme.
 *
 * @param within selector of the part to check; absent: all that is ours
 * @returns one line per rule and theme
 */
async function barriers(page: Page, within?: string): Promise<string[]> {
  const places = within ? [within] : OURS
  await page.evaluate(source)
  const found: string[] = []
  for (const theme of [...THEMES].reverse()) {
    await setTheme(page, theme)
    const options = theme === "light" ? {} : { runOnly: COLOURS }
    found.push(
      ...(await violations(page, places, options)).map(
        (line) => `${theme}: ${line}`
      )
    )
  }
  return found
}

/** Sets the theme as the dashboard's own switch does, without its menu. */
async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(`{
    const html = document.documentElement
    html.classList.remove("light", "dark")
    html.classList.add("${theme}")
    html.style.colorScheme = "${theme}"
  }`)
}

async function violations(
  page: Page,
  places: string[],
  options: RunOptions
): Promise<string[]> {
  const results = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(places)}.map((place) => document.querySelector(place)).find(Boolean), ${JSON.stringify({ ...options, resultTypes: ["violations"] })})`
  )
  return results.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, help, nodes }) =>
        `${id} (${help}): ${nodes.map(({ html }) => html).join(" ")}`
    )
}
