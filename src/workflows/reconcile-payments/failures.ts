import { messageOf } from "../../shared/message-of"

/** Failures of a pass, summarized in one line. */
export class Failures {
  #count = 0
  #first = ""

  /**
   * @param what the subject and failure, such as "payments could not be
   *   settled"
   */
  constructor(private readonly what: string) {}

  add(id: string, error: unknown): void {
    this.#first ||= `the first is ${id}: ${messageOf(error)}`
    this.#count += 1
  }

  /** Null when nothing failed. */
  get line(): string | null {
    return this.#count
      ? `${this.#count} ${this.what} now, and will be tried again; ${this.#first}`
      : null
  }
}
