import { Badge, Checkbox, Table, Text } from "@medusajs/ui"
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
import { isInConfig } from "../../lib/settings"
import { STABLECOINS } from "../../lib/words"
import { FieldGroup } from "../field"
import { EditableSection } from "./editable-section"
import { SourceBadge } from "./setting-row"

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
    <EditableSection
      title={title}
      text={text}
      isReadOnly={isInConfig(setting)}
      form={form}
      actions={
        <>
          {actions}
          <SourceBadge source={setting.source} />
        </>
      }
    >
      {setting.problem && (
        <Text size="small" className="text-ui-fg-error px-6 py-3">
          {setting.problem}
        </Text>
      )}
      <Table aria-label={title}>
        <Table.Header>
          <Table.Row>
            <Table.HeaderCell>{header}</Table.HeaderCell>
            <Table.HeaderCell>{t("settings.coins.title")}</Table.HeaderCell>
          </Table.Row>
        </Table.Header>
        <Table.Body className="border-b-0">
          {rows.map(({ code, name, coins, isDefault }) => (
            <Table.Row key={code} className="last:border-b-0">
              <Table.Cell className="text-ui-fg-base">
                <span className="flex items-center gap-x-2">
                  {name}
                  {isDefault === "row" && badge}
                </span>
              </Table.Cell>
              <Table.Cell>
                <span className="flex flex-wrap items-center gap-2">
                  {coins.length === 0 && t("settings.no")}
                  {coins.map((coin, index) => (
                    <span key={coin} className="flex items-center gap-x-1">
                      {coin}
                      {isDefault === "coin" && index === 0 && badge}
                    </span>
                  ))}
                </span>
              </Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table>
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
        <Table aria-label={label}>
          <Table.Header className="border-t-0">
            <Table.Row>
              <Table.HeaderCell>{header}</Table.HeaderCell>
              {STABLECOINS.map((coin) => (
                <Table.HeaderCell key={coin}>{coin}</Table.HeaderCell>
              ))}
              {last && <Table.HeaderCell>{last.header}</Table.HeaderCell>}
            </Table.Row>
          </Table.Header>
          <Table.Body className="border-b-0">
            {rows.map(({ code, name }) => {
              const coins = value[code] ?? []
              const change = (chosen: Stablecoin[]) =>
                field.onChange({ ...value, [code]: chosen })
              return (
                <Table.Row key={code} className="last:border-b-0">
                  <Table.Cell className="text-ui-fg-base">{name}</Table.Cell>
                  {STABLECOINS.map((coin) => (
                    <Table.Cell key={coin}>
                      <Checkbox
                        aria-label={labelOf(coin, name)}
                        checked={coins.includes(coin)}
                        onCheckedChange={(checked) =>
                          change(
                            checked === true
                              ? [...coins, coin]
                              : coins.filter((one) => one !== coin)
                          )
                        }
                      />
                    </Table.Cell>
                  ))}
                  {last && (
                    <Table.Cell>{last.cell(coins, name, change)}</Table.Cell>
                  )}
                </Table.Row>
              )
            })}
          </Table.Body>
        </Table>
      </div>
    </FieldGroup>
  )
}
