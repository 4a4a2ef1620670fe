/** A decimal string with all of its digits, as a language writes it. */
export function amountText(amount: string, locale: string): string {
  const digits = amount.split(".")[1]?.length ?? 0
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    // The string itself, since a number could lose digits.
  }).format(amount as Intl.StringNumericLiteral)
}
