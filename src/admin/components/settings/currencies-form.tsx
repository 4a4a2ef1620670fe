import { Drawer } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { Stablecoin } from "../../../gateway/schemas/common"
import { useStoreCurrencies, type Settings } from "../../lib/settings"
import { useSettingsForm } from "../../lib/use-settings-form"
import { STABLECOINS } from "../../lib/words"
import { Choice } from "../choice"
import { DrawerForm } from "../form/drawer-form"
import { LoadError } from "../query-states"
import { CoinField } from "./coin-field"
import { CoinWarnings } from "./coin-warnings"

/** Cart currency → coins, of which the first is the default. */
type Coins = Record<string, Stablecoin[]>

type Props = {
  settings: Settings
  /** The coins that the hosted rail accepts. Undefined while unknown. */
  accepted: string[] | undefined
  onClose: () => void
}

/** The form of the coins that a cart may be paid with. */
export function CurrenciesForm(props: Props) {
  const { data, error, refetch } = useStoreCurrencies()
  return data ? (
    <CurrenciesOf {...props} sold={data} />
  ) : (
    <Drawer.Body>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
    </Drawer.Body>
  )
}

function CurrenciesOf({
  settings,
  accepted,
  sold,
  onClose,
}: Props & { sold: string[] }) {
  const { t } = useTranslation("stablecoin")
  const before: Coins = settings.general.currencies.value ?? {}
  const { form, ...drawer } = useSettingsForm({
    version: settings.version,
    area: "general",
    values: { currencies: before },
    settingsOf,
    onDone: onClose,
  })
  const codes = [...new Set([...Object.keys(before), ...sold])].sort()
  return (
    <DrawerForm {...drawer}>
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
        last={{
          header: t("settings.currencies.default"),
          cell: ([first, ...others], currency, onChange) =>
            first && others.length > 0 ? (
              <Choice
                label={t("settings.currencies.defaultOf", { currency })}
                value={first}
                values={STABLECOINS}
                nameOf={(coin) => coin}
                onChange={(coin) =>
                  onChange([first, ...others].sort(firstIs(coin)))
                }
              />
            ) : (
              (first ?? "—")
            ),
        }}
      />
      <div role="status" className="flex flex-col gap-y-3">
        <CoinWarnings
          currencies={form.watch("currencies")}
          accepted={accepted}
        />
      </div>
    </DrawerForm>
  )
}

function firstIs(first: string) {
  return (one: string, other: string) =>
    Number(other === first) - Number(one === first)
}

function settingsOf({ currencies }: { currencies: Coins }) {
  const offered = Object.entries(currencies).filter(([, coins]) => coins.length)
  return { currencies: Object.fromEntries(offered) }
}
