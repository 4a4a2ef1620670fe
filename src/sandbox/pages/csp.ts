import { createHash } from "node:crypto"
import { webLink } from "./links"
import { script } from "./script"
import { styles } from "./styles"

function sha256Source(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`
}

const STYLE_SOURCE = sha256Source(styles)
const SCRIPT_SOURCE = sha256Source(script)

/**
 * The value of the header `Content-Security-Policy` for these pages: nothing is
 * loaded, framed or run but the one style and the one script they bring along.
 *
 * @param formTargets the URLs that an answer to the page's form may redirect
 * to: the merchant's return URLs. What is no web URL is left out.
 */
export function contentSecurityPolicy(formTargets: string[]): string {
  // `form-action` binds every hop of the redirects that follow a form, and a
  // merchant's return URL commonly leads on to a storefront on an origin that
  // nobody told us. So a page that leads back to a merchant allows the web.
  const leavesTheGateway = formTargets.some((url) => webLink(url) !== null)
  return [
    "default-src 'none'",
    `style-src ${STYLE_SOURCE}`,
    `script-src ${SCRIPT_SOURCE}`,
    "img-src data:",
    `form-action 'self'${leavesTheGateway ? " http: https:" : ""}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ")
}
