import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

const RETRY_AFTER_S = "10"

const TEXTS = {
  unavailable: {
    en: {
      title: "One moment, please",
      text: "The shop is restarting. This page tries again automatically and takes you back. If you have paid, your payment is safe: there is no need to pay again.",
    },
    es: {
      title: "Un momento, por favor",
      text: "La tienda se está reiniciando. Esta página vuelve a intentarlo automáticamente y te lleva de vuelta. Si ya has pagado, tu pago está a salvo: no hace falta pagar otra vez.",
    },
  },
  unknown: {
    en: {
      title: "Payment not found",
      text: "This link does not belong to a payment. Go back to the shop to see your order.",
    },
    es: {
      title: "Pago no encontrado",
      text: "Este enlace no corresponde a ningún pago. Vuelve a la tienda para ver tu pedido.",
    },
  },
} as const

const LANGUAGES = ["en", "es"] as const

/**
 * Sends the buyer a page without scripts or styles. The page about an outage
 * reloads itself.
 */
export function sendPage(
  req: Pick<MedusaRequest, "acceptsLanguages">,
  res: MedusaResponse,
  name: keyof typeof TEXTS
): void {
  const accepted = req.acceptsLanguages(...LANGUAGES)
  const language = accepted === "es" ? "es" : "en"
  const { title, text } = TEXTS[name][language]
  if (name === "unavailable") {
    res.set("Refresh", RETRY_AFTER_S).set("Retry-After", RETRY_AFTER_S)
  }
  res
    .set(
      "Content-Security-Policy",
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    .set("X-Content-Type-Options", "nosniff")
    .set("Content-Language", language)
    .vary("Accept-Language")
    .status(name === "unavailable" ? 503 : 404)
    .type("html")
    .send(
      `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<h1>${title}</h1>
<p>${text}</p>
</html>
`
    )
}
