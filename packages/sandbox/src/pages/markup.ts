import { html, raw } from "hono/html"

/** HTML that is safe to insert into a page unescaped. */
export type Markup = ReturnType<typeof raw>

/**
 * Template values: text is escaped, markup is not, null and undefined render
 * nothing.
 */
export type Content =
  string | number | null | undefined | Markup | readonly Content[]

/**
 * Template tag for HTML. Escapes every interpolated string for element content
 * and for quoted attributes.
 */
export function markup(
  strings: TemplateStringsArray,
  ...values: Content[]
): Markup {
  // Hono's tag returns a promise only if a promise is interpolated, which
  // `Content` rules out.
  return html(strings, ...values) as Markup
}

/** Marks one of our constants as markup. Never use it for external text. */
export function trusted(constant: string): Markup {
  return raw(constant)
}
