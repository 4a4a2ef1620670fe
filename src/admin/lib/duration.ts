const HOUR = 3600
const MINUTE = 60

/** Splits seconds into hours, minutes and seconds. */
export function durationOf(seconds: number): {
  hours: number
  minutes: number
  seconds: number
} {
  return {
    hours: Math.floor(seconds / HOUR),
    minutes: Math.floor((seconds % HOUR) / MINUTE),
    seconds: seconds % MINUTE,
  }
}

/**
 * @param hours, minutes as typed; blank counts as zero
 * @returns seconds; null if both are blank
 */
export function secondsOf(hours: string, minutes: string): number | null {
  if (hours.trim() === "" && minutes.trim() === "") {
    return null
  }
  return Number(hours) * HOUR + Number(minutes) * MINUTE
}
