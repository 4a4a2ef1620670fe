import { Table } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useFormat } from "../../lib/use-format"
import type { Overview } from "./use-overview"

type FiguresTableProps = {
  overview: Overview
  nameOf: (key: string | null) => string
}

/** The chart's figures: each day with money, the latest first. */
export function FiguresTable({ overview, nameOf }: FiguresTableProps) {
  const { t } = useTranslation("stablecoin")
  const { amount: format, date: formatDay } = useFormat()
  const { by, received } = overview
  return (
    <Table>
      <caption className="sr-only">{t("overview.received.chart")}</caption>
      <Table.Header>
        <Table.Row>
          <Table.HeaderCell>{t("overview.received.day")}</Table.HeaderCell>
          <Table.HeaderCell>
            {t(
              by === "currency"
                ? "common.fields.currency"
                : "common.fields.network"
            )}
          </Table.HeaderCell>
          <Table.HeaderCell className="text-right">
            {t("overview.received.amount")}
          </Table.HeaderCell>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {[...received].reverse().flatMap(({ date, amounts }) =>
          amounts.map(({ key, amount }) => (
            <Table.Row key={`${date} ${key}`}>
              <Table.Cell>
                {formatDay(date, { dateStyle: "medium" })}
              </Table.Cell>
              <Table.Cell>{nameOf(key)}</Table.Cell>
              <Table.Cell className="text-right tabular-nums">
                {format(amount)}
              </Table.Cell>
            </Table.Row>
          ))
        )}
      </Table.Body>
    </Table>
  )
}
