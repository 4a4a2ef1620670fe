import { Badge, Checkbox } from "@medusajs/ui"
import { type FieldValues, useController } from "react-hook-form"
import type { Stablecoin } from "../../../gateway/schemas/common"
import { useTexts } from "../../lib/use-texts"
import { STABLECOINS } from "../../lib/words"
import { type Bound, Choice, FieldGroup } from "../field"
import { SmallTable } from "../small-table"

type CoinTableProps = {
  label: string
  /** Header of the rows' names. */
  header: string
  rows: readonly {
    name: string
    coins: readonly Stablecoin[]
    /** Which is the default: the row itself, or the first of its coins. */
    isDefault: "row" | "coin" | null
  }[]
}

export function CoinTable({ label, header, rows }: CoinTableProps) {
  const { t } = useTexts()
  const badge = (
    <Badge size="2xsmall" color="blue">
      {t("settings.coins.default")}
    </Badge>
  )
  return (
    <SmallTable
      label={label}
      header={[header, t("settings.coins.title")]}
      rows={rows.map(({ name, coins, isDefault }) => [
        <span key="name" className="flex items-center gap-x-2">
          {name}
          {isDefault === "row" && badge}
        </span>,
        <span key="coins" className="flex flex-wrap items-center gap-2">
          {coins.length === 0 && t("settings.no")}
          {coins.map((coin, index) => (
            <span key={coin} className="flex items-center gap-x-1">
              {coin}
              {isDefault === "coin" && index === 0 && badge}
            </span>
          ))}
        </span>,
      ])}
    />
  )
}

type CoinFieldProps<Values extends FieldValues> = Bound<Values> & {
  label: string
  hint?: string
  /** Header of the rows' names. */
  header: string
  rows: readonly { code: string; name: string }[]
  /** Names a checkbox. */
  labelOf: (coin: Stablecoin, name: string) => string
  /** Whether the first coin of a row is its default, and can be chosen. */
  hasDefault?: boolean
}

/** A field with a checkbox for each stablecoin in each row. */
export function CoinField<Values extends FieldValues>({
  form: { control },
  name,
  header,
  rows,
  labelOf,
  hasDefault = false,
  ...texts
}: CoinFieldProps<Values>) {
  const { t } = useTexts()
  const { field, fieldState } = useController({ control, name })
  const value: Partial<Record<string, Stablecoin[]>> = field.value
  const columns = [header, ...STABLECOINS]
  return (
    <FieldGroup {...texts} error={fieldState.error?.message}>
      <div className="overflow-hidden rounded-lg border">
        <SmallTable
          label={texts.label}
          header={
            hasDefault ? [...columns, t("settings.coins.default")] : columns
          }
          rows={rows.map(({ code, name }) => {
            const coins = value[code] ?? []
            const change = (chosen: Stablecoin[]) =>
              field.onChange({ ...value, [code]: chosen })
            return [
              name,
              ...STABLECOINS.map((coin) => (
                <Checkbox
                  key={coin}
                  aria-label={labelOf(coin, name)}
                  checked={coins.includes(coin)}
                  onCheckedChange={(checked) =>
                    change(toggled(coins, coin, checked === true))
                  }
                />
              )),
              coins[0] && coins.length > 1 ? (
                <Choice
                  key="default"
                  label={t("settings.currencies.defaultOf", { currency: name })}
                  value={coins[0]}
                  values={STABLECOINS}
                  nameOf={(coin) => coin}
                  onChange={(coin) =>
                    change([coin, ...toggled(coins, coin, false)])
                  }
                />
              ) : (
                (coins[0] ?? "—")
              ),
            ]
          })}
        />
      </div>
    </FieldGroup>
  )
}

/** The coins with or without one. */
export function toggled(
  coins: readonly Stablecoin[],
  coin: Stablecoin,
  isChosen: boolean
): Stablecoin[] {
  const others = coins.filter((one) => one !== coin)
  return isChosen ? [...others, coin] : others
}
