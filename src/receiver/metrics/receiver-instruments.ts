/** The instruments that the receiver records. */
export const COUNTERS = [
  "stablecoin.webhook.received",
  "stablecoin.webhook.processed",
  "stablecoin.spool.drains",
] as const

export const HISTOGRAMS = ["stablecoin.webhook.request.duration"] as const

export const SUMS = [
  "stablecoin.receiver.count",
  "stablecoin.spool.webhook.count",
  "stablecoin.spool.usage",
  "stablecoin.spool.limit",
] as const

export type ReceiverCounter = (typeof COUNTERS)[number]
export type ReceiverHistogram = (typeof HISTOGRAMS)[number]
export type ReceiverSum = (typeof SUMS)[number]
