import { DatabaseError } from "../modules/stablecoin/repository/database-error"
import { messageOf } from "../shared/message-of"
import { BatchRefusedError } from "./spool/spool-error"

const TRIED_EVERY_MS = 5_000

/** The class of SQLSTATE that blames the values of a row, such as its text. */
const INVALID_DATA = "22"

/**
 * Tells webhooks that the database rejects from a database that takes none.
 * After a migration, an older receiver may violate a constraint with each of
 * them, and a full queue of notifications refuses every commit.
 *
 * Only a webhook that the database takes meanwhile shows that others are
 * rejected for what they contain.
 */
export class Rejections {
  /** When the database rejected the first webhook of those that wait. */
  #since: number | undefined
  #isRefused = false
  #triedAt = -Infinity
  #takenAt = -Infinity

  constructor(private readonly now = (): number => performance.now()) {}

  /** Whether the database takes no webhook, as far as is known. */
  get areOfAll(): boolean {
    return this.#isRefused && !this.#isTaken
  }

  /** Whether a drain is to wait for the next try. */
  get isEarly(): boolean {
    return this.areOfAll && this.now() - this.#triedAt < TRIED_EVERY_MS
  }

  /** The database has taken a webhook. */
  noteTaken(): void {
    this.#takenAt = this.now()
  }

  /** The database has rejected a webhook, which is spooled. */
  noteRejected(): void {
    this.#since ??= this.now()
  }

  /** A drain begins. */
  begin(): void {
    this.#triedAt = this.now()
    this.#since ??= this.#triedAt
  }

  /** A drain has ended, with this error if it failed. */
  end(error?: unknown): void {
    this.#isRefused = error instanceof BatchRefusedError
    if (!this.#isRefused) {
      this.#since = undefined
    }
  }

  /**
   * Compares the outcomes of a batch, whose errors all blame their webhooks.
   *
   * @throws BatchRefusedError when they may be due to the database
   */
  check(outcomes: readonly PromiseSettledResult<unknown>[]): void {
    if (outcomes.some(({ status }) => status === "fulfilled")) {
      this.noteTaken()
      return
    }
    const reasons = outcomes.map(reasonOf)
    const [code = "", ...others] = new Set(reasons.map(codeOf))
    const isOwn = outcomes.length === 1 && code.startsWith(INVALID_DATA)
    if (reasons.length > 0 && !others.length && !isOwn && !this.#isTaken) {
      throw new BatchRefusedError(
        `The database takes no webhook, so they wait: ${messageOf(reasons[0])}`
      )
    }
  }

  get #isTaken(): boolean {
    return this.#takenAt > (this.#since ?? -Infinity)
  }
}

function reasonOf(outcome: PromiseSettledResult<unknown>): unknown {
  return outcome.status === "rejected" ? outcome.reason : undefined
}

function codeOf(reason: unknown): string {
  return reason instanceof DatabaseError ? reason.code : ""
}
