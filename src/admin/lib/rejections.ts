const REASONS = ["unauthorized", "invalid_data", "unavailable"] as const

/** The translation key for the reason why a webhook was rejected. */
export function rejectionOf(reason: unknown) {
  const known = REASONS.find((one) => one === reason) ?? "other"
  return `settings.webhooks.reason.${known}` as const
}
