import { UsageError } from "./io"

/** @throws UsageError if the value of an option is not a whole number */
export function wholeNumber(
  option: string,
  value: string,
  max = Number.MAX_SAFE_INTEGER
): number {
  const number = Number(value)
  if (!/^\d+$/.test(value) || number > max) {
    throw new UsageError(
      `${option} must be a whole number up to ${max}, not ${value}.`
    )
  }
  return number
}
