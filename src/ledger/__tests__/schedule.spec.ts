import { nextLookAt, type PaymentStatus } from "../index"
import { NOW } from "./samples"

const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000)

describe("a payment whose webhook was lost is asked about, soon at first", () => {
  it.each([
    [0, 1],
    [1, 1],
    [2, 2],
    [3, 5],
    [4, 10],
    [5, 15],
    [6, 30],
    [7, 60],
    [8, 60],
    [1_000_000, 60],
  ])("after %i looks, in %i minutes", (looks, inMinutes) => {
    expect(nextLookAt({ status: "pending", looks }, NOW)).toEqual(
      minutes(inMinutes)
    )
    expect(nextLookAt({ status: "creating", looks }, NOW)).toEqual(
      minutes(inMinutes)
    )
  })
})

it.each<PaymentStatus>(["abandoned", "failed", "cancelled", "paid"])(
  "a settled payment that is %s is left alone",
  (status) => {
    expect(nextLookAt({ status, looks: 0 }, NOW)).toBeNull()
  }
)
