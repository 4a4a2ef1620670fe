import { stage } from "../setup/browser/stage"

const { scene } = stage()

scene(
  "the admin knows who signed in after the page is loaded anew",
  async (admin) => {
    await admin.open("/settings/profile", "Profile")

    await admin.page.getByText("admin@example.com").first().waitFor()
  }
)
