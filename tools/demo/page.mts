import { html } from "hono/html"

/** A title and a text. */
type Words = [title: string, text: string]

/** Pages that are shown without the shop's files, by the language. */
const PAGES = {
  opening: {
    en: ["Opening soon", "The store is still starting."],
    es: ["Abrimos pronto", "La tienda aún se está iniciando."],
  },
  /** The buyer returns from the gateway's page as paid, while the store is down. */
  success: {
    en: [
      "Thank you",
      "The shop is being updated. This page shows your order when the shop is back.",
    ],
    es: [
      "Gracias",
      "La tienda se está actualizando. Esta página mostrará tu pedido cuando vuelva a estar disponible.",
    ],
  },
  /** The same without paying. */
  cancel: {
    en: [
      "You returned without paying",
      "The shop is being updated. This page shows your payment when the shop is back.",
    ],
    es: [
      "Has vuelto sin pagar",
      "La tienda se está actualizando. Esta página mostrará tu pago cuando vuelva a estar disponible.",
    ],
  },
} satisfies Record<string, Record<"en" | "es", Words>>

/**
 * A page of the shop that says one thing, and reloads itself.
 *
 * @param accepted the buyer's `Accept-Language`, the preferred one first
 */
export function page(name: keyof typeof PAGES, accepted = "") {
  const language =
    accepted
      .split(",")
      .map((tag) => tag.trim().slice(0, 2))
      .find((tag) => tag === "en" || tag === "es") ?? "en"
  const [title, text] = PAGES[name][language]
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta http-equiv="refresh" content="2" />
        <link rel="icon" href="data:," />
        <title>${title}</title>
      </head>
      <body
        style="font: 17px/1.5 system-ui, sans-serif; margin: 12vh auto; max-width: 32rem; padding: 0 1rem"
      >
        <h1>${title}</h1>
        <p>${text}</p>
      </body>
    </html>`
}
