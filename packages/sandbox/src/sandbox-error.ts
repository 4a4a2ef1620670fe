/**
 * A request to the sandbox itself (by code or the control address) that cannot
 * be fulfilled.
 */
export class SandboxError extends Error {
  override readonly name = "SandboxError"

  constructor(
    message: string,
    /** HTTP status of the control address's response. */
    readonly status: 400 | 404 | 409 | 422 = 400
  ) {
    super(message)
  }
}
