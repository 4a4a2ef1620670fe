import { messageOf } from "../../shared/message-of"

/** What went wrong in a pass, as one line however often it did. */
export class Failures {
  #count = 0
  #first = ""

  /** @param what did not work, such as "could not be settled" */
  constructor(private readonly what: string) {}

  add(id: string, error: unknown): void {
    this.#first ||= `the first is ${id}: ${messageOf(error)}`
    this.#count += 1
  }

  /** Null when nothing went wrong. */
  get line(): string | null {
    return this.#count
      ? `${this.#count} ${this.what} now, and will be tried again; ${this.#first}`
      : null
  }
}
