import { EXPORT_FORMATS, type ExportFormat } from "../../http-types"

const KEY = "stablecoin_export_format"

/** The format that spreadsheets of a language open without a question. */
export function formatFor(language: string): ExportFormat {
  const parts = new Intl.NumberFormat(language).formatToParts(0.5)
  return parts.some(({ value }) => value === ",") ? "semicolon" : "comma"
}

/** The format that was last chosen in this browser, or else of its language. */
export function rememberedFormat(): ExportFormat {
  const chosen = localStorage.getItem(KEY)
  const known = EXPORT_FORMATS.find((format) => format === chosen)
  return known ?? formatFor(navigator.language)
}

export function rememberFormat(format: ExportFormat): void {
  localStorage.setItem(KEY, format)
}
