/**
 * An amount for reading: "12500.00" → "12,500.00". Digits are only grouped,
 * never rounded; what is no plain decimal stays as it is.
 */
export function readableAmount(amount: string): string {
  const match = /^(\d+)(\.\d+)?$/.exec(amount)
  if (!match) {
    return amount
  }
  const [, whole = "", fraction = ""] = match
  return whole.replace(/\B(?=(\d{3})+$)/g, ",") + fraction
}
