import { Badge, Checkbox } from "@medusajs/ui"
import type { ReactNode } from "react"
import {
  type FieldValues,
  type Path,
  useController,
  type UseFormReturn,
} from "react-hook-form"
import { useTranslation } from "react-i18next"
import type { Stablecoin } from "../../../gateway/schemas/common"
import type { AdminSetting } from "../../../http-types"
import { STABLECOINS } from "../../lib/words"
import { FieldGroup } from "../field"
import { SmallTable } from "../small-table"
import { EditableSection } from "./editable-section"

type CoinsSectionProps = {
  title: string
  text: string
  /** Header of the rows' names. */
  header: string
  rows: readonly {
    code: string
    name: string
    coins: readonly Stablecoin[]
    /** The name is the default among the rows, or the first coin of its row. */
    isDefault: "row" | "coin" | null
  }[]
  setting: AdminSetting<unknown>
  actions?: ReactNode
  form: (onClose: () => void) => ReactNode
  children?: ReactNode
}

/** Shows the coins of each row, and the drawer to edit them. */
export function CoinsSection({
  title,
  text,
  header,
  rows,
  setting,
  actions,
  form,
  children,
}: CoinsSectionProps) {
  const { t } = useTranslation("stablecoin")
  const badge = (
    <Badge size="2xsmall" color="blue">
      {t("settings.coins.default")}
    </Badge>
  )
  return (
    <EditableSection {...{ title, text, setting, actions, form }}>
      <SmallTable
        label={title}
        header={[header, t("settings.coins.title")]}
        rows={rows.map(({ code, name, coins, isDefault }) => [
          <span key={code} className="flex items-center gap-x-2">
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
      {children}
    </EditableSection>
  )
}

type Coins = Partial<Record<string, Stablecoin[]>>

type CoinFieldProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  name: Path<Values>
  label: string
  hint?: string
  /** Header of the rows' names. */
  header: string
  rows: readonly { code: string; name: string }[]
  /** Names a checkbox. */
  labelOf: (coin: Stablecoin, name: string) => string
  /** One more column. */
  last?: {
    header: string
    cell: (
      coins: Stablecoin[],
      name: string,
      onChange: (coins: Stablecoin[]) => void
    ) => ReactNode
  }
}

/** A field with a checkbox for each stablecoin in each row. */
export function CoinField<Values extends FieldValues>({
  form: { control },
  name,
  label,
  hint,
  header,
  rows,
  labelOf,
  last,
}: CoinFieldProps<Values>) {
  const { field, fieldState } = useController({ control, name })
  const value: Coins = field.value
  return (
    <FieldGroup label={label} hint={hint} error={fieldState.error?.message}>
      <div className="overflow-hidden rounded-lg border">
        <SmallTable
          label={label}
          header={[header, ...STABLECOINS, ...(last ? [last.header] : [])]}
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
              ...(last ? [last.cell(coins, name, change)] : []),
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
