import type { Payment } from "../../../../ledger"
import { PaymentLookups } from "../payment-lookups"

const REAL = "stpay_real"

/** Lookups in a ledger with one payment. The test ends each query. */
function ledger() {
  const queries: { ids: readonly string[]; end(error?: Error): void }[] = []
  const warnings: string[] = []
  const clock = { now: 0 }
  const lookups = new PaymentLookups({
    repository: {
      payments: {
        findNamed: async (ids) =>
          await new Promise((resolve, reject) => {
            const found = ids.filter((id) => id === REAL)
            const payments = found.map((id) => ({ id }) as Payment)
            const end = (error?: Error) =>
              error ? reject(error) : resolve(payments)
            queries.push({ ids, end })
          }),
      },
    },
    logger: { warn: (line: string) => warnings.push(line) },
    now: () => clock.now,
  })
  const made = (count: number) =>
    Array.from({ length: count }, (_, number) => lookups.find(`made${number}`))
  /**
   * Ends a query. The ids that were added meanwhile are queried a second later.
   */
  const end = async (number: number, error?: Error) => {
    clock.now += 1_000
    queries[number]?.end(error)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { lookups, queries, warnings, made, end }
}

it("queries many made-up ids together with a real one", async () => {
  const { lookups, queries, made, end } = ledger()
  const flood = made(300)
  const real = lookups.find(REAL)
  await end(0)
  await end(1)

  expect(await real).toEqual({ id: REAL })
  expect(await Promise.all(flood)).toEqual(Array(300).fill(null))
  expect(queries.map(({ ids }) => ids.length)).toEqual([1, 300])
})

it("queries an id once for many webhooks", async () => {
  const { lookups, queries, made, end } = ledger()
  const first = made(1)
  const same = Array.from({ length: 50 }, () => lookups.find(REAL))
  await end(0)
  await end(1)

  await Promise.all([...first, ...same])
  expect(queries[1]?.ids).toEqual([REAL])
})

it("does not block other ids with one repeated id", async () => {
  const { lookups, made, end } = ledger()
  const first = made(1)
  const flood = Array.from({ length: 1_000 }, () => lookups.find("stpay_made"))
  const real = lookups.find(REAL)
  await end(0)
  await end(1)

  expect(await real).toEqual({ id: REAL })
  await Promise.all([...first, ...flood])
})

it("drops lookups beyond 500 that wait, to limit memory", async () => {
  const { lookups, queries, made, end } = ledger()
  const flood = made(501)
  expect(await lookups.find(REAL)).toBe(null)
  await end(0)
  await end(1)

  await Promise.all(flood)
  expect(queries.map(({ ids }) => ids.length)).toEqual([1, 500])
})

it("logs a failed query once, and not for each id", async () => {
  const { warnings, made, end } = ledger()
  const flood = made(100)
  await end(0)
  await end(1, new Error("The database is down."))

  expect(await Promise.all(flood)).toEqual(Array(100).fill(null))
  expect(warnings).toEqual([expect.stringContaining("The database is down.")])
})
