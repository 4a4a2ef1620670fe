/** The parameters of a URL with others. A blank one is removed. */
export function withParams(
  current: URLSearchParams,
  values: Readonly<Record<string, string | number | null | undefined>>
): URLSearchParams {
  const next = new URLSearchParams(current)
  for (const [name, value] of Object.entries(values)) {
    if (value) {
      next.set(name, String(value))
    } else {
      next.delete(name)
    }
  }
  return next
}
