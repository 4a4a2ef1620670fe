import type { ScenarioName } from "./names"

/** Phases of a scenario. The warm-up counts for nothing. */
export const PHASES = ["before", "during", "after"] as const
export type Phase = (typeof PHASES)[number]

/** A time span, in milliseconds since the epoch. */
export type Span = { from: number; to: number }

/** Milliseconds of each phase. */
export type PhaseLengths = Record<Phase | "warmUp", number>

/** The benchmark kills a replica every 20 s, in phases of a minute. */
const KILLS_IN_A_PHASE = 3

/**
 * The benchmark's phases take 30, 60, 60 and 60 seconds, and twice as long
 * while a process is killed repeatedly or is first killed, then restarted.
 * These keep the proportions.
 */
export function phaseLengths(
  scenario: ScenarioName,
  phaseMs: number
): PhaseLengths {
  const isTwice = scenario === "repeated_kills" || scenario === "crash_recovery"
  return {
    warmUp: phaseMs / 2,
    before: phaseMs,
    during: isTwice ? 2 * phaseMs : phaseMs,
    after: phaseMs,
  }
}

/** Milliseconds between two kills of `repeated_kills`. */
export function killPeriod(phaseMs: number): number {
  return phaseMs / KILLS_IN_A_PHASE
}
