import type { AnsweredWebhook } from "../../harness/records/webhooks"
import { type Phase, PHASES, type Span } from "./phases"

/** Rates per second in each phase, and as a share of the rate before. */
export type Rates = Record<Phase, number> & {
  during_share: number
  after_share: number
  /** Longest time during the fault in which nothing was done. */
  pause_seconds: number
}

/** Below this share of the rate before, a store has not recovered. */
export const RECOVERED_SHARE = 0.8

/** As in the benchmark: a second with this share of the rate before. */
const BACK_SHARE = 0.9
const SECOND_MS = 1_000

/** @param times when something was done, in milliseconds since the epoch */
export function ratesOf(
  times: readonly number[],
  spans: Record<Phase, Span>
): Rates {
  const [before, during, after] = PHASES.map((phase) =>
    rateIn(times, spans[phase])
  ) as [number, number, number]
  return {
    before: rounded(before),
    during: rounded(during),
    after: rounded(after),
    during_share: shareOf(during, before),
    after_share: shareOf(after, before),
    pause_seconds: longestPause(times, spans.during),
  }
}

export function hasRecovered({ after_share }: Rates): boolean {
  return after_share >= RECOVERED_SHARE
}

/**
 * Seconds from the end of the fault to the end of the first whole second that
 * has nine tenths of the rate before. Null if there is none in the last phase.
 */
export function recoverySeconds(
  times: readonly number[],
  spans: Record<Phase, Span>
): number | null {
  const enough = BACK_SHARE * rateIn(times, spans.before)
  const { from, to } = spans.after
  for (let second = from; second + SECOND_MS <= to; second += SECOND_MS) {
    if (rateIn(times, { from: second, to: second + SECOND_MS }) >= enough) {
      return Math.round((second + SECOND_MS - from) / SECOND_MS)
    }
  }
  return null
}

/** Seconds that the slowest webhook waited for its 200. */
export function longestWait(answered: readonly AnsweredWebhook[]): number {
  const longest = answered.reduce(
    (most, { sentAt, answeredAt }) => Math.max(most, answeredAt - sentAt),
    0
  )
  return tenths(longest)
}

function longestPause(times: readonly number[], { from, to }: Span): number {
  const within = times.filter((time) => time >= from && time < to)
  const ends = [...within, to].sort((one, other) => one - other)
  const pauses = ends.map((end, index) => end - (ends[index - 1] ?? from))
  return tenths(Math.max(...pauses))
}

function rateIn(times: readonly number[], { from, to }: Span): number {
  const count = times.filter((time) => time >= from && time < to).length
  return to > from ? count / ((to - from) / SECOND_MS) : 0
}

function shareOf(rate: number, before: number): number {
  return before > 0 ? rounded(rate / before) : 0
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}

/** @returns seconds */
function tenths(ms: number): number {
  return Math.round(ms / 100) / 10
}
