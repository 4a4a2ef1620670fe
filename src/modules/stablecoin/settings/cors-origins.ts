/** The plain origins of a CORS setting. Skips regular expressions and `*`. */
export function originsOf(cors: string): string[] {
  return cors
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => /^https?:\/\//.test(entry) && URL.canParse(entry))
    .map((entry) => new URL(entry).origin)
}
