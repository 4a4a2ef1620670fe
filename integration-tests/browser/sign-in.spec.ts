import { stage } from "../setup/browser/stage"

const { scene } = stage()

scene("a user stays signed in after a reload", async (admin) => {
  await admin.open("/settings/profile", "Profile")

  await admin.page.getByText("admin@example.com").first().waitFor()
})
