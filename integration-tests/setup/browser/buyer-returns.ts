import type { AdminPage } from "./admin-page"
import { control, startPayment } from "./purchases"

/**
 * Pays a hosted payment in a browser, and loses the gateway's webhook.
 *
 * @returns id of the payment, whose buyer has returned
 */
export async function payWithoutReport({
  page,
  store,
}: AdminPage): Promise<string> {
  await control(store, "fault", {
    kind: "drop",
    event: "payment.success",
  })
  const { payment_id, redirect_url } = await startPayment(store, "hosted")
  const buyer = await page.context().newPage()
  await buyer.goto(redirect_url)
  await buyer.getByRole("button", { name: /^Pay / }).click()
  await buyer.waitForURL(/\/shop\/thanks/)
  await buyer.close()
  return payment_id
}
