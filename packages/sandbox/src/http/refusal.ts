import type { ContentfulStatusCode } from "hono/utils/http-status"

export type FieldErrors = Record<string, string[]>

/** A call that an API refuses. Each API writes it in its own envelope. */
export class Refusal extends Error {
  override readonly name = "Refusal"

  constructor(
    readonly status: ContentfulStatusCode,
    message: string,
    readonly errors?: FieldErrors,
    readonly headers: Record<string, string> = {}
  ) {
    super(message)
  }

  /** The first problem, as one sentence. */
  get reason(): string {
    return Object.values(this.errors ?? {})[0]?.[0] ?? this.message
  }
}

/** 422 about one field. */
export function invalid(field: string, message: string): Refusal {
  return new Refusal(422, "The given data was invalid.", { [field]: [message] })
}
