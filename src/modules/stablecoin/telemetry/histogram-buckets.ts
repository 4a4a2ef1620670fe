// Upper bounds of the buckets of histograms, in seconds.

/**
 * From milliseconds to seconds: the bounds that OpenTelemetry recommends for
 * HTTP requests.
 */
export const REQUEST_BUCKETS = [
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30,
] as const

/** From one that is alone to one that waits for a blocked database. */
export const WEBHOOK_BUCKETS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5,
  10,
] as const

/** From a settlement in the same process to one after hours of retries. */
export const ORDER_BUCKETS = [
  0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180, 600, 1_800, 7_200, 21_600,
] as const

/** A reconciliation pass ends its work after 50 seconds. */
export const PASS_BUCKETS = [
  0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 60,
] as const
