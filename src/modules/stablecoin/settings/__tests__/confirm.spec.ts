import type { AdminSettingsChange } from "../../../../http-types"
import { Config } from "../config"
import { prepareChange } from "../confirm"
import { SavedSettings, WITH_KEY } from "./saved-settings"

const offer = (
  currencies: NonNullable<AdminSettingsChange["general"]>["currencies"]
): AdminSettingsChange => ({ general: { currencies } })

async function save(change: AdminSettingsChange, { rows }: SavedSettings) {
  return await prepareChange(change, new Config(WITH_KEY), rows)
}

const REFUSED = { saved: false, refused: "warned", code: "exchange_rate" }

it("a currency other than the dollar is not sold at one coin per unit by mistake", async () => {
  const saved = new SavedSettings()
  const euros = offer({ usd: ["USDT"], eur: ["USDC"] })

  expect(await save(euros, saved)).toMatchObject(REFUSED)

  const outcome = await save({ ...euros, confirm: ["exchange_rate"] }, saved)
  expect("write" in outcome && outcome.write(saved.rows)?.fields).toEqual([
    "general.currencies",
    "confirmed:exchange_rate",
  ])
})

it("only a currency that is new has to be confirmed", async () => {
  const saved = new SavedSettings()
  expect(await save(offer({ usd: ["USDC"] }), saved)).toHaveProperty("write")
  saved.save(offer({ eur: ["USDC"] }))
  expect(
    await save(offer({ usd: ["USDC"], eur: ["USDC", "USDT"] }), saved)
  ).toHaveProperty("write")
  expect(
    await save(offer({ eur: ["USDC"], jpy: ["USDC"] }), saved)
  ).toMatchObject(REFUSED)
})
