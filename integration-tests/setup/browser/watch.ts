import type { ConsoleMessage, Page, Request, Response } from "playwright-core"

/** An answer that a test provokes, such as a 400 to what was typed wrong. */
export type Refusal = { status: number; path: RegExp }

/** Hears what a page complains of: errors in the console, lost and refused requests. */
export class Watch {
  readonly #problems: string[] = []
  #expected: Refusal[] = []

  /** @param ours where the store is, and the shop: what else Medusa's pages ask for, such as flags, is not ours */
  constructor(
    page: Page,
    private readonly ours: string[]
  ) {
    page.on("console", (message) => this.#onConsole(message))
    page.on("pageerror", (error) => {
      this.#problems.push(`thrown: ${error.message}`)
    })
    page.on("requestfailed", (request) => this.#onLost(request))
    page.on("response", (response) => this.#onAnswer(response))
  }

  /** Lets refusals pass until the problems are taken. */
  expect(refusal: Refusal): void {
    this.#expected.push(refusal)
  }

  /** What went wrong since they were last taken. */
  takeProblems(): string[] {
    this.#expected = []
    return this.#problems.splice(0)
  }

  #isOurs(url: string): boolean {
    return this.ours.some((origin) => url.startsWith(`${origin}/`))
  }

  #onConsole(message: ConsoleMessage): void {
    // A refused request is told of by its answer, with its status.
    const refused = message.text().startsWith("Failed to load resource")
    if (message.type() === "error" && !refused) {
      this.#problems.push(`console: ${message.text()}`)
    }
  }

  #onLost(request: Request): void {
    const reason = request.failure()?.errorText ?? "no reason"
    // A page that is left lets go of what it still asked for.
    if (this.#isOurs(request.url()) && reason !== "net::ERR_ABORTED") {
      this.#problems.push(`${request.method()} ${request.url()}: ${reason}`)
    }
  }

  #onAnswer(response: Response): void {
    if (!this.#isOurs(response.url())) {
      return
    }
    const status = response.status()
    const { pathname } = new URL(response.url())
    const expected = this.#expected.some(
      (one) => one.status === status && one.path.test(pathname)
    )
    if (status >= 400 && !expected) {
      this.#problems.push(
        `${response.request().method()} ${pathname}: ${status}`
      )
    }
  }
}
