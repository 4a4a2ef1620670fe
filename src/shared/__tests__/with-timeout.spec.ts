import { withTimeout } from "../with-timeout"

const never = new Promise<never>(() => {})

it("returns the result of work that ends in time", async () => {
  expect(await withTimeout(Promise.resolve("done"), 1_000, () => "late")).toBe(
    "done"
  )
})

it("returns the result of a timeout when the work takes longer", async () => {
  expect(await withTimeout(never, 1, () => "late")).toBe("late")
})

it("throws the work's error, and the error of a timeout", async () => {
  const late = (): never => {
    throw new Error("late")
  }
  await expect(
    withTimeout(Promise.reject(new Error("failed")), 1_000, late)
  ).rejects.toThrow("failed")
  await expect(withTimeout(never, 1, late)).rejects.toThrow("late")
})

it("ignores an error of the work after the timeout", async () => {
  let fail = (): void => {}
  const work = new Promise<never>((_, reject) => {
    fail = () => reject(new Error("too late to matter"))
  })
  await withTimeout(work, 1, () => null)

  // An unhandled rejection fails the test run.
  fail()
  await new Promise(setImmediate)
})
