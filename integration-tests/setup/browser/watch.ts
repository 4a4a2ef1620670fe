import type { ConsoleMessage, Page, Request, Response } from "playwright-core"

/** An error response that a test provokes, such as a 400 to invalid input. */
export type Refusal = { status: number; path: RegExp }

/**
 * Records problems of a page: console errors, failed requests and error
 * responses.
 */
export class Watch {
  readonly #problems: string[] = []
  #expected: Refusal[] = []
  #expectedErrors: RegExp[] = []

  /**
   * @param ours origins of the store and the shop. Requests to others, such as
   * Medusa's feature flags, are ignored
   */
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

  /** Ignores such error responses until the problems are taken. */
  expect(refusal: Refusal): void {
    this.#expected.push(refusal)
  }

  /** Ignores such console errors until the problems are taken. */
  expectError(text: RegExp): void {
    this.#expectedErrors.push(text)
  }

  /** Problems since the last call. */
  takeProblems(): string[] {
    this.#expected = []
    this.#expectedErrors = []
    return this.#problems.splice(0)
  }

  #isOurs(url: string): boolean {
    return this.ours.some((origin) => url.startsWith(`${origin}/`))
  }

  #onConsole(message: ConsoleMessage): void {
    // An error response is recorded by `#onAnswer`, with its status.
    const refused = message.text().startsWith("Failed to load resource")
    const expected = this.#expectedErrors.some((one) =>
      one.test(message.text())
    )
    if (message.type() === "error" && !refused && !expected) {
      this.#problems.push(`console: ${message.text()}`)
    }
  }

  #onLost(request: Request): void {
    const reason = request.failure()?.errorText ?? "no reason"
    // A page that is left aborts its open requests.
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
