const HOUR = 3600
const MINUTE = 60
export const DAY = 86_400

/** Seconds as people say them. */
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

/** @param hours, minutes as typed; blank is none @returns seconds; null where nothing was typed */
export function secondsOf(hours: string, minutes: string): number | null {
  if (hours.trim() === "" && minutes.trim() === "") {
    return null
  }
  return Number(hours) * HOUR + Number(minutes) * MINUTE
}
