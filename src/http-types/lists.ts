/** Rows of a list, and how many there are. */
export type Page = {
  /** At most 10,000: more are not counted, so that a list is quick whatever its length. */
  count: number
  /** Whether there may be more than `count`: not all rows were looked at. */
  count_exceeded?: boolean
  offset: number
  limit: number
}

/** A Medusa order, as much as a link to it needs. */
export type AdminOrderReference = { id: string; display_id: number }
