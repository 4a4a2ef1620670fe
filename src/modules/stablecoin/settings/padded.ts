/** The remedy for an option that begins or ends with blank space. */
export const PADDED_REMEDY =
  "If it is not part of the value, remove it where the option is set: the gateway signs webhooks, and checks credentials, without it."

export function paddedSentence(name: string): string {
  return `${name} has a space or line end at its start or end.`
}

/**
 * The names of texts that begin or end with blank space. A file or an
 * environment may add it, and a secret may have it, so it is never removed.
 */
export function paddedIn(value: unknown, name: string): string[] {
  if (typeof value === "string") {
    return value === value.trim() ? [] : [name]
  }
  return Object.entries(value ?? {}).flatMap(([key, each]) =>
    paddedIn(each, `${name}.${key}`)
  )
}
