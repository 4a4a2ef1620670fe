/** Reasons that the plugin itself stores. The admin translates them by key. */
export const STORED_REASONS = {
  dust: "Too small to be a payment",
  uncovered: "Its order was cancelled or now costs less",
  simulated: "No money moved: it is simulated.",
} as const
