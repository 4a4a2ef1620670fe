import { Text } from "@medusajs/ui"
import type { AdminReceivedAmount, OverviewGroup } from "../../../http-types"
import { useFormat } from "../../lib/use-format"
import { colorOf } from "./group-look"

type LegendProps = {
  /** The day or period that the amounts are of. */
  title: string
  by: OverviewGroup
  keys: readonly (string | null)[]
  amounts: readonly AdminReceivedAmount[]
  nameOf: (key: string | null) => string
}

/** The chart's colors, each with its coin or network and an amount. */
export function Legend({ title, by, keys, amounts, nameOf }: LegendProps) {
  const { amount: format } = useFormat()
  return (
    <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1 px-6 py-3">
      <Text
        size="small"
        leading="compact"
        weight="plus"
        className="w-full md:w-auto"
      >
        {title}
      </Text>
      {keys.map((key) => (
        <Text
          key={key}
          size="small"
          leading="compact"
          className="flex items-center gap-x-2"
        >
          <span
            aria-hidden
            className="size-2.5 rounded-sm"
            style={{ background: colorOf(by, key) }}
          />
          <span>{nameOf(key)}</span>
          <span className="text-ui-fg-subtle tabular-nums">
            {format(amounts.find((each) => each.key === key)?.amount ?? "0")}
          </span>
        </Text>
      ))}
    </div>
  )
}
