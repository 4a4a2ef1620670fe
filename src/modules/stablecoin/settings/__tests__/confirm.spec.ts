import type { AdminSettingsChange } from "../../../../http-types"
import type {
  SettingsWrite,
  StoredRows,
} from "../../repository/settings/settings"
import { AdminSettings } from "../admin-settings"
import { SavedSettings, WITH_KEY } from "./saved-settings"

const offer = (
  currencies: NonNullable<AdminSettingsChange["general"]>["currencies"]
): AdminSettingsChange => ({ general: { currencies } })

/** @returns the changed fields, or the warning */
async function save(change: AdminSettingsChange, { rows }: SavedSettings) {
  let written: SettingsWrite | null = null
  const repository = {
    settings: {
      read: async () => ({ version: "0", rows }),
      save: async (
        _version: string,
        _by: string,
        plan: (current: StoredRows) => SettingsWrite | null
      ) => {
        written = plan(rows)
        return true
      },
    },
    accounts: { reseal: async () => {} },
  }
  const parts = { repository, options: WITH_KEY, storeCors: "" }
  const outcome = await new AdminSettings(parts).save(change, "user_1")
  return outcome.saved ? (written as SettingsWrite | null)?.fields : outcome
}

const SAVED = ["general.currencies"]
const REFUSED = { saved: false, refused: "warned", code: "exchange_rate" }

it("a currency other than the dollar is not sold at one coin per unit by mistake", async () => {
  const saved = new SavedSettings()
  const euros = offer({ usd: ["USDT"], eur: ["USDC"] })

  expect(await save(euros, saved)).toMatchObject(REFUSED)

  const confirmed = await save({ ...euros, confirm: ["exchange_rate"] }, saved)
  expect(confirmed).toEqual(["general.currencies", "confirmed:exchange_rate"])
})

it("only a currency that is new has to be confirmed", async () => {
  const saved = new SavedSettings()
  expect(await save(offer({ usd: ["USDC"] }), saved)).toEqual(SAVED)
  saved.save(offer({ eur: ["USDC"] }))
  expect(
    await save(offer({ usd: ["USDC"], eur: ["USDC", "USDT"] }), saved)
  ).toEqual(SAVED)
  expect(
    await save(offer({ eur: ["USDC"], jpy: ["USDC"] }), saved)
  ).toMatchObject(REFUSED)
})
