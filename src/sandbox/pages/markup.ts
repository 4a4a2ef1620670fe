import { html, raw } from "hono/html"

/** HTML that is safe to put into a page as it is. */
export type Markup = ReturnType<typeof raw>

/** What a template takes: text is escaped, markup is not, nothing is nothing. */
export type Content =
  string | number | null | undefined | Markup | readonly Content[]

/**
 * Template tag for HTML. Every interpolated string is escaped for element
 * content and for quoted attributes alike.
 */
export function markup(
  strings: TemplateStringsArray,
  ...values: Content[]
): Markup {
  // Hono's tag answers with a promise only if a promise is interpolated, which
  // `Content` rules out.
  return html(strings, ...values) as Markup
}

/** Marks a constant of ours as markup. Never for text that came from outside. */
export function trusted(constant: string): Markup {
  return raw(constant)
}
