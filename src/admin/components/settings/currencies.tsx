import type { Stablecoin } from "../../../gateway/schemas/common"
import type { AdminCurrenciesResponse } from "../../../http-types"
import { useRead } from "../../lib/read"
import { useTexts } from "../../lib/use-texts"
import { useSettings, useStoreCurrencies } from "../../lib/settings"
import { useSettingsForm } from "../../lib/use-settings-form"
import { DrawerForm } from "../drawer-shell"
import { CoinField, CoinTable } from "./coins"
import { HostedCurrencies } from "./connection-result"
import { EditableSection } from "./editable-section"

/** Cart currency → coins, of which the first is the default. */
type Coins = Record<string, Stablecoin[]>

export function CurrenciesSection() {
  const { t } = useTexts()
  const { currencies } = useSettings().general
  const { data } = useRead<AdminCurrenciesResponse>(
    "/admin/stablecoin/currencies"
  )
  const listed = data?.currencies
  const title = t("settings.currencies.title")
  return (
    <EditableSection
      title={title}
      text={t("settings.currencies.text")}
      setting={currencies}
      form={(onClose) => <CurrenciesForm onClose={onClose} />}
    >
      <CoinTable
        label={title}
        header={t("settings.currencies.cart")}
        rows={Object.entries(currencies.value ?? {}).map(([code, coins]) => ({
          name: code.toUpperCase(),
          coins,
          isDefault: coins.length > 1 ? "coin" : null,
        }))}
      />
      {listed && (
        <div className="text-ui-fg-subtle txt-compact-small flex flex-col gap-y-2 px-6 py-4">
          <span className="txt-compact-small-plus">
            {t("settings.currencies.hostedTakes")}
          </span>
          {listed.hosted ? (
            <HostedCurrencies currencies={listed.hosted} />
          ) : (
            listed.hosted_problem
          )}
        </div>
      )}
    </EditableSection>
  )
}

function CurrenciesForm({ onClose }: { onClose: () => void }) {
  const { t, errorText } = useTexts()
  const before: Coins = useSettings().general.currencies.value ?? {}
  const { form, ...drawer } = useSettingsForm({
    area: "general",
    values: { currencies: before },
    settingsOf,
    onDone: onClose,
  })
  const { data: sold = [], error } = useStoreCurrencies()
  const codes = [...new Set([...Object.keys(before), ...sold])].sort()
  return (
    <DrawerForm
      {...drawer}
      problem={drawer.problem ?? (error && errorText(error))}
    >
      <CoinField
        form={form}
        name="currencies"
        label={t("settings.currencies.title")}
        hint={t("settings.hint.currencies")}
        header={t("settings.currencies.cart")}
        rows={codes.map((code) => ({ code, name: code.toUpperCase() }))}
        labelOf={(coin, currency) =>
          t("settings.currencies.offer", { coin, currency })
        }
        hasDefault
      />
    </DrawerForm>
  )
}

function settingsOf({ currencies }: { currencies: Coins }) {
  const offered = Object.entries(currencies).filter(([, coins]) => coins.length)
  return { currencies: Object.fromEntries(offered) }
}
