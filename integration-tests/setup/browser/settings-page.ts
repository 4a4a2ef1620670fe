import type { Locator } from "playwright-core"
import type { AdminPage } from "./admin-page"

/** Settings → Stablecoin payments, as a merchant uses it. */
export class SettingsPage {
  constructor(private readonly admin: AdminPage) {}

  async open(): Promise<void> {
    await this.admin.open("/settings/stablecoin", "Hosted checkout")
  }

  /** A section of the page by its title. */
  section(title: string): Locator {
    return this.admin.page
      .getByRole("heading", { name: title, exact: true, level: 2 })
      .locator("xpath=ancestor::section[1]")
  }

  /** Opens a section's form. */
  async edit(title: string): Promise<Locator> {
    await this.admin.page
      .getByRole("button", { name: `Edit ${title}`, exact: true })
      .click()
    return await this.dialog(title)
  }

  async dialog(title: string): Promise<Locator> {
    const dialog = this.admin.page.getByRole("dialog", { name: title })
    await dialog.waitFor()
    return dialog
  }

  /** Saves, and waits until the page shows the saved settings. */
  async save(dialog: Locator): Promise<void> {
    await dialog.getByRole("button", { name: "Save" }).click()
    await dialog.waitFor({ state: "hidden" })
    await this.admin.page.getByText("Saved.").first().waitFor()
  }

  /** Answers a confirmation prompt of saving. */
  async answer(title: string, button: string): Promise<void> {
    const prompt = this.admin.page.getByRole("alertdialog", { name: title })
    await prompt.getByRole("button", { name: button }).click()
    await prompt.waitFor({ state: "hidden" })
  }
}
