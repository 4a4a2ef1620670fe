import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { AdminReceivedAmount } from "../../../http-types"
import { useFormat } from "../../lib/use-format"
import { BarChart } from "./bar-chart"
import { Legend } from "./legend"
import type { Overview } from "./use-overview"

type ReceivedChartProps = {
  overview: Overview
  nameOf: (key: string | null) => string
}

/** The chart, with the amounts of the chosen day or of the whole period. */
export function ReceivedChart({ overview, nameOf }: ReceivedChartProps) {
  const { t } = useTranslation("stablecoin")
  const { amount: format, date: formatDay } = useFormat()
  const [index, setIndex] = useState<number | null>(null)
  const { by, days, groups, received } = overview

  const fullDay = (date: string) => formatDay(date, { dateStyle: "full" })
  const list = (amounts: AdminReceivedAmount[]) =>
    amounts.map(({ key, amount }) => `${nameOf(key)} ${format(amount)}`)
  // Another period may be shorter.
  const day = index === null ? undefined : received[index]
  return (
    <>
      <Legend
        title={day ? fullDay(day.date) : t("overview.days", { days })}
        by={by}
        keys={groups.map(({ key }) => key)}
        amounts={day?.amounts ?? groups}
        nameOf={nameOf}
      />
      <BarChart
        overview={overview}
        chosen={day ? index : null}
        onChoose={setIndex}
        spoken={
          day
            ? [fullDay(day.date), ...list(day.amounts)].join(", ")
            : [t("overview.days", { days }), ...list(groups)].join(", ")
        }
      />
    </>
  )
}
