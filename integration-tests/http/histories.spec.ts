import fc from "fast-check"
import { Admin } from "../setup/admin/admin"
import { realHistories } from "../setup/histories/real-event"
import { brokenLaws } from "../setup/histories/real-laws"
import { RealLife } from "../setup/histories/real-life"
import { readThreeRecords } from "../setup/histories/three-records"
import { storeTest } from "../setup/store/store"

/** The number of carts, and a seed that an earlier run printed. */
const numRuns = Number(process.env.HISTORIES ?? 20)
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)

/**
 * Limit for shrinking: a smaller history takes the time of a run.
 */
const SEARCH_FOR_AT_MOST_MS = numRuns * 30_000

storeTest({
  tests: (store) => {
    const admin = new Admin(store)
    beforeAll(async () => {
      await admin.enrol()
      process.stderr.write(`${numRuns} histories of carts, SEED=${seed}\n`)
    })

    it(
      "whatever happens to a cart, gateway, ledger and Medusa agree when it is over",
      async () => {
        await fc.assert(
          fc.asyncProperty(realHistories, async (events) => {
            const life = await RealLife.begin(store, admin)
            for (const event of events) {
              await life.happen(event)
            }
            await life.comeToRest()
            const state = await readThreeRecords(life)
            expect(brokenLaws(state)).toEqual([])

            await life.settleAll()
            expect(brokenLaws(await readThreeRecords(life))).toEqual([])
          }),
          { numRuns, seed, interruptAfterTimeLimit: SEARCH_FOR_AT_MOST_MS }
        )
      },
      SEARCH_FOR_AT_MOST_MS + 120_000
    )
  },
})
