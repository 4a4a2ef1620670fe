import fc from "fast-check"
import { histories, schedules, settings, slanders } from "./histories/arbitrary"
import { comeToRest, live } from "./histories/life"
import { endOf, isStillOpen } from "./histories/two-lives"

/** SEED repeats a failure with its printed seed. HISTORIES searches longer. */
const seed = process.env.SEED ? Number(process.env.SEED) : undefined
const SEARCH = Number(process.env.HISTORIES ?? 10_000)

/** The search takes seconds, and far longer on a busy machine. */
const TIMEOUT_MS = Math.max(120_000, SEARCH * 10)

it(
  "whatever happens to a cart, no money is lost, none is taken twice, and all comes to rest",
  () => {
    fc.assert(
      fc.property(settings, histories, (setting, events) => {
        const world = live(setting, events)
        comeToRest(world)
        expect(world.broken).toEqual([])
      }),
      { numRuns: SEARCH * 0.6, seed }
    )
  },
  TIMEOUT_MS
)

it(
  "any order, repetition or loss of webhooks, with reconciliation after it, ends the same",
  () => {
    fc.assert(
      fc.property(
        settings,
        histories,
        slanders,
        schedules,
        schedules,
        (setting, story, slander, one, other) => {
          const first = endOf(setting, story, [...slander, ...one])
          const second = endOf(setting, story, [
            ...other,
            ...slander.toReversed(),
          ])
          expect([...first.broken, ...second.broken]).toEqual([])
          if (isStillOpen(setting, story)) {
            expect(first.state).toEqual(second.state)
          }
        }
      ),
      // Each run plays two histories.
      { numRuns: SEARCH * 0.2, seed }
    )
  },
  TIMEOUT_MS
)
