import type {
  GeneralSettings,
  MedusaSession,
} from "../../modules/stablecoin/types"
import { invalid } from "./errors"

type Name = "success_url" | "cancel_url"

export type ReturnUrlInput = {
  name: Name
  /** URL from the storefront. */
  sent: string | undefined
  /** Template from the merchant. */
  template: string | undefined
  storefrontUrls: readonly string[]
  session: Pick<MedusaSession, "id" | "cart_id" | "payment_collection_id"> & {
    order: { id: string } | null
  }
}

/**
 * Returns both URLs of a payment. Without a template of its own, a cancelled
 * payment leads to where a successful one does.
 *
 * @throws MedusaError (400) with what to configure
 */
export function returnUrls(
  general: Pick<GeneralSettings, "storefrontUrls" | "successUrl" | "cancelUrl">,
  session: ReturnUrlInput["session"],
  sent: { [name in Name]?: string }
): Record<Name, string> {
  const { storefrontUrls, successUrl, cancelUrl } = general
  const urlOf = (name: Name, template: string | undefined) =>
    returnUrl({ name, sent: sent[name], template, storefrontUrls, session })
  return {
    success_url: urlOf("success_url", successUrl),
    cancel_url: urlOf("cancel_url", cancelUrl ?? successUrl),
  }
}

/**
 * Returns where the buyer goes after the gateway's page: to the storefront's
 * URL, else the merchant's template, else the first storefront's front page.
 *
 * Rejects foreign origins: our own address redirects there, and would be an
 * open redirect for phishing.
 *
 * @throws MedusaError (400) with what to configure
 */
export function returnUrl(input: ReturnUrlInput): string {
  const { name, sent, storefrontUrls, session } = input
  const chosen = sent ?? templateOf(input) ?? storefrontUrls[0]
  if (!chosen) {
    const option = name === "success_url" ? "successUrl" : "cancelUrl"
    throw invalid(
      `${name} is missing: send it in the session's data, or set ${option} or storefrontUrls in the admin (Settings → Stablecoin payments), or in the plugin's options.`
    )
  }
  const filled = chosen
    .replaceAll("{session_id}", encodeURIComponent(session.id))
    .replaceAll("{cart_id}", encodeURIComponent(session.cart_id ?? ""))
  if (!URL.canParse(filled)) {
    throw invalid(
      `${name} must be an absolute URL such as https://shop.example/checkout.`
    )
  }
  const url = new URL(filled)
  const { protocol, username, password } = url
  if (!["http:", "https:"].includes(protocol) || username || password) {
    throw invalid(
      `${name} must be an http(s) URL without a user name, such as https://shop.example/checkout.`
    )
  }
  // The merchant's own template may lead to any origin.
  if (sent !== undefined && !storefrontUrls.includes(url.origin)) {
    throw invalid(
      `${name} leads to ${url.origin}, which is not one of this store's storefronts: add the origin to storefrontUrls in the admin (Settings → Stablecoin payments), or in the plugin's options.`
    )
  }
  return url.href
}

/**
 * The merchant's template. The amount due of an order has no cart to name, so
 * its buyer returns to the page that Medusa's payment link leads to.
 */
function templateOf({
  template,
  storefrontUrls: [storefront],
  session: { cart_id, payment_collection_id, order },
}: ReturnUrlInput): string | undefined {
  return !cart_id && storefront && template?.includes("{cart_id}")
    ? `${storefront}/payment-collection/${payment_collection_id}?order_id=${order?.id ?? ""}&session_id={session_id}`
    : template
}

/**
 * Verifies that a start can have a return URL. A store with a storefront
 * accepts what is sent. Without one, only its templates can provide it.
 *
 * @throws MedusaError (400) with what to configure
 */
export function assertReturnable(
  general: Parameters<typeof returnUrls>[0]
): void {
  if (!general.storefrontUrls.length) {
    const none = { cart_id: null, payment_collection_id: "", order: null }
    returnUrls(general, { id: "", ...none }, {})
  }
}
