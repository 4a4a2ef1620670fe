import type { AdminPage } from "./admin-page"

/** Shows the admin in a language on each page that is opened from now on. */
export async function setLanguage(
  { page, store }: AdminPage,
  language: "en" | "es"
): Promise<void> {
  await page
    .context()
    .addCookies([{ name: "lng", value: language, url: store.url }])
}
