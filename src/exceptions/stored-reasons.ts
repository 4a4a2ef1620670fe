/** Reasons that the plugin itself stores. The admin translates them by key. */
export const STORED_REASONS = {
  dust: "Too small to be a payment",
  uncovered: "Its order was cancelled or now costs less",
  not_needed: "The order that it was kept for no longer needs it",
  simulated: "No money moved: it is simulated.",
  settled: "Resolved automatically: Medusa matches the payment by now",
  used_up: "Resolved automatically: nothing is left of its money",
  reported: "Resolved automatically: the gateway has reported it",
  paid_instead: "Resolved automatically: it paid instead",
  accounted: "Resolved automatically: its money is accounted for again",
  deleted: "Resolved automatically: the refund was deleted in Medusa",
  sent: "The refund is marked as sent",
  answered: "Resolved automatically: the gateway has reported the outcome",
  processed: "Resolved automatically: the webhook needs no more attempts",
} as const
