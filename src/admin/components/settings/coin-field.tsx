import { Checkbox, Table } from "@medusajs/ui"
import type { ReactNode } from "react"
import {
  type FieldValues,
  type Path,
  useController,
  type UseFormReturn,
} from "react-hook-form"
import type { Stablecoin } from "../../../gateway/schemas/common"
import { STABLECOINS } from "../../lib/words"
import { FieldGroup } from "../form/field-group"

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
