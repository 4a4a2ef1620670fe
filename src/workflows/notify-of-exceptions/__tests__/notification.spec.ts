import { notificationOf } from "../notification"

describe("notificationOf", () => {
  const exception = {
    id: "stexc_1",
    reason: null,
    opened_at: new Date(0),
    payment: { amount: "12.50", currency: "USDT" },
    arrived: null,
    refund: null,
    order_number: 7,
  }

  it("has the title of the problem", () => {
    const problem = { kind: "cart_changed", reason: "gone" }
    const { data } = notificationOf({ ...exception, ...problem })
    expect(data?.title).toBe("Stablecoin payments: Paid after change")
  })

  it.each([
    [exception, "Order #7. Payment of 12.50 USDT. "],
    [{ ...exception, order_number: null }, "Payment of 12.50 USDT. "],
    [{ ...exception, order_number: null, payment: null }, ""],
    [
      { ...exception, arrived: { amount: "13.75", currency: "USDT" } },
      "Order #7. 13.75 USDT arrived. Payment of 12.50 USDT. ",
    ],
  ])("names the order and the amount that are known", (of, about) => {
    const { data } = notificationOf({ ...of, kind: "paid_twice" })
    expect(data).toMatchObject({
      description: `${about}See Stablecoin payments > Exceptions.`,
    })
  })

  it("names the amount to send back, not that of the payment", () => {
    const refund = { amount: "3.00", currency: "USDT" }
    const due = { ...exception, kind: "refund_due", refund }
    expect(notificationOf(due).data).toMatchObject({
      description:
        "Order #7. 3.00 USDT to send back. See Stablecoin payments > Refunds.",
    })
  })

  it("announces a kind of a later version, too", () => {
    expect(notificationOf({ ...exception, kind: "later" }).data).toMatchObject({
      title: "Stablecoin payments: An exception needs you",
    })
  })
})
