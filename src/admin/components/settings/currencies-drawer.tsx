import { Alert, Drawer, Select, Table } from "@medusajs/ui"
import { Controller } from "react-hook-form"
import { useTranslation } from "react-i18next"
import type { Stablecoin } from "../../../gateway/schemas/common"
import type { AdminSettingsChange } from "../../../http-types"
import { CoinCheckboxes, CoinHeaders } from "./coin-checkboxes"
import { OneToOne } from "./one-to-one"
import { refusedCoins } from "../../lib/refused-coins"
import { useStoreCurrencies, type Settings } from "../../lib/settings"
import { useLock } from "../../lib/use-lock"
import { useSettingsForm } from "../../lib/use-settings-form"
import { STABLECOINS } from "../../lib/words"
import { FieldGroup } from "../form/field-group"
import { DrawerShell } from "../drawer-shell"
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

export function CurrenciesDrawer({
  open,
  ...props
}: Props & { open: boolean }) {
  const { t } = useTranslation("stablecoin")
  const { data, error, refetch } = useStoreCurrencies()
  return (
    <DrawerShell
      open={open}
      onClose={props.onClose}
      title={t("settings.currencies.title")}
      description={t("settings.currencies.text")}
    >
      {data ? (
        <CurrenciesForm {...props} sold={data} />
      ) : (
        <Drawer.Body>
          {error && <LoadError error={error} onRetry={() => void refetch()} />}
        </Drawer.Body>
      )}
    </DrawerShell>
  )
}

function CurrenciesForm({
  settings,
  accepted,
  sold,
  onClose,
}: Props & { sold: string[] }) {
  const { t } = useTranslation("stablecoin")
  const lock = useLock()
  const setting = settings.general.currencies
  const before: Coins = setting.value ?? {}
  const { form, onSubmit, isSaving, problem } = useSettingsForm<{
    currencies: Coins
  }>({
    version: settings.version,
    area: "general",
    values: { currencies: before },
    changeOf: ({ currencies }) => changeOf(before, currencies),
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
            <CoinTable
              codes={codes}
              value={field.value}
              onChange={field.onChange}
              disabled={lock(setting) !== undefined}
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

function CoinTable({
  codes,
  value,
  onChange,
  disabled,
}: {
  codes: string[]
  value: Coins
  onChange: (coins: Coins) => void
  disabled: boolean
}) {
  const { t } = useTranslation("stablecoin")
  const set = (code: string, coins: Stablecoin[]) =>
    onChange({ ...value, [code]: coins })
  return (
    <div className="overflow-hidden rounded-lg border">
      <Table aria-label={t("settings.currencies.title")}>
        <Table.Header className="border-t-0">
          <Table.Row>
            <Table.HeaderCell>{t("settings.currencies.cart")}</Table.HeaderCell>
            <CoinHeaders />
            <Table.HeaderCell>
              {t("settings.currencies.default")}
            </Table.HeaderCell>
          </Table.Row>
        </Table.Header>
        <Table.Body className="border-b-0">
          {codes.map((code) => {
            const coins = value[code] ?? []
            const name = code.toUpperCase()
            return (
              <Table.Row key={code} className="last:border-b-0">
                <Table.Cell className="text-ui-fg-base">{name}</Table.Cell>
                <CoinCheckboxes
                  coins={coins}
                  labelOf={(coin) =>
                    t("settings.currencies.offer", { coin, currency: name })
                  }
                  disabled={disabled}
                  onChange={(chosen) => set(code, chosen)}
                />
                <Table.Cell>
                  {coins.length > 1 ? (
                    <Select
                      size="small"
                      value={coins[0]}
                      disabled={disabled}
                      onValueChange={(first) =>
                        set(code, [...coins].sort(firstIs(first)))
                      }
                    >
                      <Select.Trigger
                        aria-label={t("settings.currencies.defaultOf", {
                          currency: name,
                        })}
                      >
                        <Select.Value />
                      </Select.Trigger>
                      <Select.Content>
                        {STABLECOINS.map((coin) => (
                          <Select.Item key={coin} value={coin}>
                            {coin}
                          </Select.Item>
                        ))}
                      </Select.Content>
                    </Select>
                  ) : (
                    (coins[0] ?? "—")
                  )}
                </Table.Cell>
              </Table.Row>
            )
          })}
        </Table.Body>
      </Table>
    </div>
  )
}

function firstIs(first: string) {
  return (one: string, other: string) =>
    Number(other === first) - Number(one === first)
}

function changeOf(before: Coins, typed: Coins): AdminSettingsChange | null {
  const currencies = Object.fromEntries(
    Object.entries(typed).filter(([, coins]) => coins.length > 0)
  )
  const same = JSON.stringify(currencies) === JSON.stringify(before)
  return same ? null : { general: { currencies } }
}
