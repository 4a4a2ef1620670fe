import { aligned, widthsOf } from "../harness/command/columns"
import { type Figure, isMet, ratioOf, type Row } from "./measure"

const HEAD = ["measure", "plugin", "reference", "ratio", "goal", "met"]

/** The rows as one table, each with its note below. */
export function table(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.what,
    format(row.ours),
    row.reference ? format(row.reference) : "",
    ratio(row),
    goal(row),
    met(row),
  ])
  const widths = widthsOf([HEAD, ...cells])
  const line = (texts: readonly string[]): string => aligned(texts, widths)
  return [
    line(HEAD),
    line(widths.map((width) => "-".repeat(width))),
    ...cells.flatMap((texts, index) => {
      const note = rows[index]?.note
      return [line(texts), ...(note ? [`    ${note}`] : [])]
    }),
  ].join("\n")
}

function format({ value, unit }: Figure): string {
  const digits = value < 10 && !Number.isInteger(value) ? 1 : 0
  const number = value.toLocaleString("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return unit === ""
    ? number
    : unit === "/s"
      ? `${number}/s`
      : `${number} ${unit}`
}

function ratio(row: Row): string {
  const value = ratioOf(row)
  return value === null ? "" : value < 0.1 ? value.toFixed(3) : value.toFixed(2)
}

const SIGNS = {
  "at least": "≥",
  "at most": "≤",
  under: "<",
  exactly: "=",
} as const

function met(row: Row): string {
  switch (isMet(row)) {
    case true:
      return "yes"
    case false:
      return "NO"
    case null:
      return ""
  }
}

function goal({ goal, reference, ours }: Row): string {
  if (!goal) {
    return ""
  }
  const { is, value } = goal
  const wanted = reference
    ? `${value < 0.1 ? value.toFixed(3) : value.toFixed(2)} ×`
    : format({ value, unit: ours.unit })
  return `${SIGNS[is]} ${wanted}`
}
