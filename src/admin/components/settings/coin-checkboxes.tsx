import { Checkbox, Table } from "@medusajs/ui"
import type { Stablecoin } from "../../../gateway/schemas/common"
import { STABLECOINS } from "../../lib/words"

/** The headers of the columns of `CoinCheckboxes`. */
export function CoinHeaders() {
  return STABLECOINS.map((coin) => (
    <Table.HeaderCell key={coin}>{coin}</Table.HeaderCell>
  ))
}

/** A cell with a checkbox for each stablecoin, in the row that takes them. */
export function CoinCheckboxes({
  coins,
  labelOf,
  disabled,
  onChange,
}: {
  coins: readonly Stablecoin[]
  labelOf: (coin: Stablecoin) => string
  disabled: boolean
  onChange: (coins: Stablecoin[]) => void
}) {
  return STABLECOINS.map((coin) => (
    <Table.Cell key={coin}>
      <Checkbox
        aria-label={labelOf(coin)}
        checked={coins.includes(coin)}
        disabled={disabled}
        onCheckedChange={(checked) =>
          onChange(
            checked === true
              ? [...coins, coin]
              : coins.filter((one) => one !== coin)
          )
        }
      />
    </Table.Cell>
  ))
}
