import fc from "fast-check"
import { Admin } from "../setup/admin/admin"
import { realHistories } from "../setup/histories/real-event"
import { violatedLaws } from "../setup/histories/real-laws"
import { RealCart } from "../setup/histories/real-cart"
import { readThreeRecords } from "../setup/histories/three-records"
import { storeTest } from "../setup/store/store"

/** The number of carts, and a seed that an earlier run printed. */
const numRuns = Number(process.env.HISTORIES ?? 10)
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)

/**
 * Limit for shrinking: a smaller history takes the time of a run.
 */
const SEARCH_LIMIT_MS = numRuns * 30_000

storeTest((store) => {
  const admin = Admin.enrolled(store)
  beforeAll(() => {
    process.stderr.write(`${numRuns} histories of carts, SEED=${seed}\n`)
  })

  it(
    "gateway, ledger and Medusa agree after any history of a cart",
    async () => {
      await fc.assert(
        fc.asyncProperty(realHistories, async (events) => {
          const realCart = await RealCart.begin(store, admin)
          for (const event of events) {
            await realCart.apply(event)
          }
          await realCart.settleDown()
          const state = await readThreeRecords(realCart)
          expect(violatedLaws(state)).toEqual([])

          await realCart.settleAll()
          expect(violatedLaws(await readThreeRecords(realCart))).toEqual([])
        }),
        { numRuns, seed, interruptAfterTimeLimit: SEARCH_LIMIT_MS }
      )
    },
    SEARCH_LIMIT_MS + 120_000
  )
})
