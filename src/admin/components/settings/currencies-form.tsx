import { Alert, Drawer } from "@medusajs/ui"
import { Controller } from "react-hook-form"
import { useTranslation } from "react-i18next"
import type { Stablecoin } from "../../../gateway/schemas/common"
import { CoinGrid } from "./coin-grid"
import { OneToOne } from "./one-to-one"
import { refusedCoins } from "../../lib/refused-coins"
import { useStoreCurrencies, type Settings } from "../../lib/settings"
import { useLock } from "../../lib/use-lock"
import { useSettingsForm } from "../../lib/use-settings-form"
import { STABLECOINS } from "../../lib/words"
import { Choice } from "../choice"
import { FieldGroup } from "../form/field-group"
import { DrawerForm } from "../form/drawer-form"
import { LoadError } from "../query-states"

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
  const lock = useLock()
  const setting = settings.general.currencies
  const isLocked = lock(setting) !== undefined
  const before: Coins = setting.value ?? {}
  const { form, onSubmit, isSaving, problem } = useSettingsForm({
    version: settings.version,
    area: "general",
    values: { currencies: before },
    settingsOf,
    onDone: onClose,
  })
  const codes = [...new Set([...Object.keys(before), ...sold])].sort()
  const chosen = form.watch("currencies")
  const refused = refusedCoins(Object.values(chosen).flat(), accepted)
  return (
    <DrawerForm onSubmit={onSubmit} isSaving={isSaving} problem={problem}>
      <FieldGroup
        label={t("settings.currencies.title")}
        hint={lock(setting) ?? t("settings.hint.currencies")}
        error={form.getFieldState("currencies", form.formState).error?.message}
      >
        <Controller
          control={form.control}
          name="currencies"
          render={({ field }) => (
            <CoinGrid
              label={t("settings.currencies.title")}
              header={t("settings.currencies.cart")}
              rows={codes.map((code) => ({ code, name: code.toUpperCase() }))}
              value={field.value}
              onChange={field.onChange}
              disabled={isLocked}
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
                      isDisabled={isLocked}
                      onChange={(coin) =>
                        onChange([first, ...others].sort(firstIs(coin)))
                      }
                    />
                  ) : (
                    (first ?? "—")
                  ),
              }}
            />
          )}
        />
      </FieldGroup>
      <div role="status" className="flex flex-col gap-y-3">
        <OneToOne currencies={chosen} />
        {refused.length > 0 && (
          <Alert variant="warning">
            {t("settings.currencies.refused", { coins: refused.join(", ") })}
          </Alert>
        )}
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
