import { createHash } from "node:crypto"
import { webLink } from "./links"
import { styles } from "./styles"

function sha256Source(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`
}

const STYLE_SOURCE = sha256Source(styles)

/**
 * The `Content-Security-Policy` header of these pages. It allows only their own
 * inline style, no script and no framing.
 *
 * @param formTargets the URLs to which a response to the page's form may
 *   redirect: the merchant's return URLs. Anything but a web URL is ignored.
 */
export function contentSecurityPolicy(formTargets: string[]): string {
  // `form-action` applies to every redirect that follows a form. A merchant's
  // return URL often redirects to a storefront on an origin unknown here. So a
  // page that leads back to a merchant allows any web origin.
  const leavesTheGateway = formTargets.some((url) => webLink(url) !== null)
  return [
    "default-src 'none'",
    `style-src ${STYLE_SOURCE}`,
    "img-src data:",
    `form-action 'self'${leavesTheGateway ? " http: https:" : ""}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ")
}
