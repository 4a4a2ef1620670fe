/** A start tag of a page: its attributes by name, and the text up to its end. */
export type Tag = {
  name: string
  attributes: Record<string, string>
  text: string
}

function decode(text: string): string {
  return text
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, "&")
}

/** The text that HTML shows to a reader. */
export function textOf(html: string): string {
  return decode(html.replace(/<[^>]*>/g, "")).trim()
}

/** Every element, optionally of one name, in document order. */
export function tags(html: string, name?: string): Tag[] {
  const withoutCode = html.replace(
    /(<(style|script)[^>]*>)[\s\S]*?<\/\2>/g,
    "$1</$2>"
  )
  return [
    ...withoutCode.matchAll(/<([a-z][a-z0-9]*)((?:"[^"]*"|[^">])*)>/g),
  ].flatMap((match) => {
    const [whole, tag = "", rest = ""] = match
    if (name !== undefined && tag !== name) {
      return []
    }
    const start = match.index + whole.length
    const end = withoutCode.indexOf(`</${tag}>`, start)
    const attributes = Object.fromEntries(
      [...rest.matchAll(/([^\s="/]+)(?:="([^"]*)")?/g)].map(
        ([, key = "", value = ""]) => [key, decode(value)]
      )
    )
    const text = end < 0 ? "" : textOf(withoutCode.slice(start, end))
    return [{ name: tag, attributes, text }]
  })
}

/** Values that the page's buttons can send for a form field. */
export function buttonValues(html: string, field: string): string[] {
  return tags(html, "button")
    .filter(({ attributes }) => attributes.name === field)
    .map(({ attributes }) => attributes.value ?? "")
}
