/** Medusa writes `ptBR`, while Intl expects `pt-BR`. */
export function localeOf(language: string): string {
  const tag = language.replace(/([a-z])([A-Z])/g, "$1-$2")
  return Intl.DateTimeFormat.supportedLocalesOf(safeTags(tag))[0] ?? "en"
}

function safeTags(tag: string): string[] {
  try {
    return Intl.getCanonicalLocales(tag)
  } catch {
    return []
  }
}

/** Intl formats decimal strings of any length without rounding. */
function decimal(amount: string): Intl.StringNumericLiteral {
  return amount as Intl.StringNumericLiteral
}

/**
 * An amount in coins: `10.50 USDT`.
 *
 * @param amount a decimal string
 */
export function formatCoins(
  locale: string,
  amount: string,
  coin: string
): string {
  return `${formatAmount(locale, amount)} ${coin}`
}

/**
 * An amount in a cart's currency: `€10.50`.
 *
 * @param amount a decimal string
 */
export function formatMoney(
  locale: string,
  amount: string,
  currency: string
): string {
  const code = currency.toUpperCase()
  try {
    const { minimumFractionDigits } = new Intl.NumberFormat(locale, {
      style: "currency",
      currency: code,
    }).resolvedOptions()
    return new Intl.NumberFormat(locale, {
      style: "currency",
      currency: code,
      minimumFractionDigits,
      maximumFractionDigits: 18,
    }).format(decimal(amount))
  } catch {
    return formatCoins(locale, amount, code)
  }
}

/**
 * An amount without its coin: `10.50`.
 *
 * @param amount a decimal string
 */
export function formatAmount(locale: string, amount: string): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 18 }
  return new Intl.NumberFormat(locale, digits).format(decimal(amount))
}

/** @param date ISO 8601 */
export function formatDate(
  locale: string,
  date: string,
  options: Intl.DateTimeFormatOptions = {
    dateStyle: "medium",
    timeStyle: "short",
  }
): string {
  return new Intl.DateTimeFormat(locale, options).format(new Date(date))
}

/** A text that would lose fewer characters is shown in full. */
const WORTH_SHORTENING = 8

/**
 * Shortens a hash, an address or an id to its first and last characters, by
 * which it can be recognized.
 */
export function shorten(text: string, start = 6, end = 4): string {
  return text.length > start + end + WORTH_SHORTENING
    ? `${text.slice(0, start)}…${text.slice(-end)}`
    : text
}
