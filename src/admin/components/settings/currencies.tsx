import { Alert, Drawer } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { Stablecoin } from "../../../gateway/schemas/common"
import type { AdminCurrenciesResponse } from "../../../http-types"
import { useRead } from "../../lib/read"
import { useStoreCurrencies, type Settings } from "../../lib/settings"
import { useSettingsForm } from "../../lib/use-settings-form"
import { STABLECOINS } from "../../lib/words"
import { Choice } from "../choice"
import { DrawerForm } from "../form/drawer-form"
import { LoadError } from "../query-states"
import { CoinField } from "./coin-field"
import { CoinsSection } from "./coins-section"
import { HostedCurrencies } from "./connection-result"

/** Cart currency → coins, of which the first is the default. */
type Coins = Record<string, Stablecoin[]>

/** The coins that the hosted rail accepts. Undefined while unknown. */
type Accepted = { accepted: string[] | undefined }

/**
 * The coins in which a cart may be paid, next to those that the gateway
 * accepts.
 */
export function CurrenciesSection({ settings }: { settings: Settings }) {
  const { t } = useTranslation("stablecoin")
  const { currencies } = settings.general
  const { data } = useRead<AdminCurrenciesResponse>(
    "/admin/stablecoin/currencies"
  )
  const listed = data?.currencies
  const accepted = listed?.hosted?.map(({ code }) => code)
  return (
    <CoinsSection
      title={t("settings.currencies.title")}
      text={t("settings.currencies.text")}
      header={t("settings.currencies.cart")}
      rows={Object.entries(currencies.value ?? {}).map(([code, coins]) => ({
        code,
        name: code.toUpperCase(),
        coins,
        isDefault: coins.length > 1 ? "coin" : null,
      }))}
      setting={currencies}
      form={(onClose) => (
        <CurrenciesForm {...{ settings, accepted, onClose }} />
      )}
    >
      <div className="px-6 py-4 empty:hidden">
        <RefusedCoins {...{ accepted }} currencies={currencies.value ?? {}} />
      </div>
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
    </CoinsSection>
  )
}

type FormProps = Accepted & { settings: Settings; onClose: () => void }

function CurrenciesForm(props: FormProps) {
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
}: FormProps & { sold: string[] }) {
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
          header: t("settings.coins.default"),
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
      <div role="status">
        <RefusedCoins
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

/** Warns about coins that the hosted rail does not accept now. */
function RefusedCoins({
  currencies,
  accepted,
}: Accepted & { currencies: Readonly<Coins> }) {
  const { t } = useTranslation("stablecoin")
  const offered = [...new Set(Object.values(currencies).flat())]
  const refused = offered.filter((coin) => accepted?.includes(coin) === false)
  return (
    refused.length > 0 && (
      <Alert variant="warning">
        {t("settings.currencies.refused", { coins: refused.join(", ") })}
      </Alert>
    )
  )
}
