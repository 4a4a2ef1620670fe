import { type AxeResults, source } from "axe-core"
import type { Page } from "playwright-core"

/** Where our own content is, what lies on top first; the rest of the page is Medusa's. */
const OURS = ["[role=alertdialog]", "[role=dialog]", "main"]

const THEMES = ["light", "dark"] as const
export type Theme = (typeof THEMES)[number]

/**
 * What keeps a person from using the page, in the light and in the dark theme:
 * what axe calls serious or critical. The page is left light.
 *
 * @param within where to look; absent: all that is ours
 * @returns one line per rule and theme
 */
export async function barriers(page: Page, within?: string): Promise<string[]> {
  const places = within ? [within] : OURS
  await page.evaluate(source)
  const found: string[] = []
  for (const theme of [...THEMES].reverse()) {
    await setTheme(page, theme)
    found.push(
      ...(await violations(page, places)).map((line) => `${theme}: ${line}`)
    )
  }
  return found
}

/** As the dashboard's own switch does, without its menu. */
export async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(`{
    const html = document.documentElement
    html.classList.remove("light", "dark")
    html.classList.add("${theme}")
    html.style.colorScheme = "${theme}"
  }`)
}

async function violations(page: Page, places: string[]): Promise<string[]> {
  const results = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(places)}.map((place) => document.querySelector(place)).find(Boolean), { resultTypes: ["violations"] })`
  )
  return results.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, help, nodes }) =>
        `${id} (${help}): ${nodes.map(({ html }) => html).join(" ")}`
    )
}
