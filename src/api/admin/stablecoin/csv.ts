import type { ExportFormat } from "../../../http-types"

/** Excel reads UTF-8 only in files that begin with this mark. */
export const BYTE_ORDER_MARK = "\uFEFF"

const SEPARATORS: Record<ExportFormat, string> = { comma: ",", semicolon: ";" }

/** A decimal, or money of several deposits such as `9.99 USDT + 7.50 USDC`. */
const AMOUNTS = /^(-?\d+(\.\d+)?|\d+\.\d+ [A-Z]+( \+ \d+\.\d+ [A-Z]+)*)$/

/**
 * Spreadsheets run a cell that begins with one of these as a formula. Those of
 * many countries separate cells at semicolons, so that a part of a text becomes
 * a cell of its own.
 */
const FORMULA = /(^|[;,\t\r\n])(\s*[=+\-@＝＋－＠])/g
const BLANK_START = /^[\t\r\n]/

const NEEDS_QUOTES = /[",;\t\r\n]/

/**
 * Formats one line (RFC 4180, or with semicolons instead of commas). Null is an
 * empty cell.
 */
export function csvLine(
  cells: readonly (string | null)[],
  format: ExportFormat
): string {
  const formatted = cells.map((cell) => formatCell(cell ?? "", format))
  return `${formatted.join(SEPARATORS[format])}\r\n`
}

/**
 * Quotes a cell where that is needed. An apostrophe makes a spreadsheet show a
 * text that looks like a formula. Amounts stay numbers, negative ones too: where
 * cells are separated by semicolons, decimals have a comma, and 1.12 is a date.
 */
function formatCell(text: string, format: ExportFormat): string {
  if (AMOUNTS.test(text)) {
    return format === "semicolon" ? text.replaceAll(".", ",") : text
  }
  const shown = text.replace(FORMULA, "$1'$2")
  const safe = BLANK_START.test(shown) ? `'${shown}` : shown
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
