/**
 * Formats an amount for display: "12500.00" → "12,500.00". Digits are only
 * grouped, never rounded. Anything but a plain decimal stays unchanged.
 */
export function readableAmount(amount: string): string {
  const match = /^(\d+)(\.\d+)?$/.exec(amount)
  if (!match) {
    return amount
  }
  const [, whole = "", fraction = ""] = match
  return whole.replace(/\B(?=(\d{3})+$)/g, ",") + fraction
}
