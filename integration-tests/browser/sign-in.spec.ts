import { adminBrowser } from "../setup/browser/admin-browser"

const { pageTest } = adminBrowser()

pageTest("a user stays signed in after a reload", async (admin) => {
  await admin.open("/settings/profile", "Profile")

  await admin.page.getByText("admin@example.com").first().waitFor()
})
