import qrcode from "qrcode-generator"
import { markup, type Markup } from "./markup"

/** Light modules around the code, as the QR standard requires. */
const QUIET_ZONE = 4

/**
 * A QR code as inline SVG, one unit per module. It is dark on light in every
 * color scheme because many scanners can't read an inverted one.
 *
 * @param text content of the code, such as a deep link
 * @param label text for screen readers
 */
export function qrCode(text: string, label: string): Markup {
  const code = qrcode(0, "M")
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  const size = count + 2 * QUIET_ZONE
  const indices = [...Array(count).keys()]
  const modules = indices
    .flatMap((row) =>
      indices
        .filter((column) => code.isDark(row, column))
        .map((column) => `M${column + QUIET_ZONE} ${row + QUIET_ZONE}h1v1h-1z`)
    )
    .join("")
  return markup`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${modules}"/></svg>`
}
