import qrcode from "qrcode-generator"
import { orderAppUrl } from "../../records/order-wire"
import { order, orderPage } from "./samples"

/** The dark modules of the page's code, as "column row" with its quiet zone. */
function drawnModules(html: string): string[] {
  const [, path = ""] = /fill="#000" d="([^"]*)"/.exec(html) ?? []
  return [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(
    ([, column, row]) => `${column} ${row}`
  )
}

describe("the QR code of an order", () => {
  const html = orderPage()
  const expected = qrcode(0, "M")
  expected.addData(orderAppUrl(order))
  expected.make()
  const count = expected.getModuleCount()

  it("opens this order's app link and no other", () => {
    const modules: string[] = []
    for (let row = 0; row < count; row++) {
      for (let column = 0; column < count; column++) {
        if (expected.isDark(row, column)) {
          modules.push(`${column + 4} ${row + 4}`)
        }
      }
    }
    expect(drawnModules(html)).toEqual(modules)
  })

  it("is black on white with a margin of four, also on a dark page", () => {
    const size = count + 8
    expect(html).toContain(`viewBox="0 0 ${size} ${size}"`)
    expect(html).toContain(`fill="#fff" d="M0 0h${size}v${size}H0z"`)
  })

  it("has a label for screen readers", () => {
    expect(html).toContain(
      'role="img" aria-label="QR code that opens this payment in your wallet app"'
    )
  })
})
