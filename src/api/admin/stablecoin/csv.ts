/** Excel reads UTF-8 only in files that begin with this mark. */
export const BYTE_ORDER_MARK = "\uFEFF"

const DECIMAL = /^-?\d+(\.\d+)?$/

/**
 * Spreadsheets run a cell that begins with one of these as a formula. Those of
 * many countries separate cells at semicolons, so that a part of a text becomes
 * a cell of its own.
 */
const FORMULA = /(^|[;,\t\r\n])(\s*[=+\-@＝＋－＠])/g
const BLANK_START = /^[\t\r\n]/

const NEEDS_QUOTES = /[",;\t\r\n]/

/** Formats one line (RFC 4180). Null is an empty cell. */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map((cell) => formatCell(cell ?? "")).join(",")}\r\n`
}

/**
 * Quotes a cell where that is needed. An apostrophe makes a spreadsheet show a
 * text that looks like a formula. Numbers stay as they are, negative ones too.
 */
function formatCell(text: string): string {
  const shown = DECIMAL.test(text) ? text : text.replace(FORMULA, "$1'$2")
  const safe = BLANK_START.test(shown) ? `'${shown}` : shown
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
