/** Something that was asked of the sandbox itself (by code or the control address) cannot be done. */
export class SandboxError extends Error {
  override readonly name = "SandboxError"

  constructor(
    message: string,
    /** What the control address answers with. */
    readonly status: 400 | 404 | 409 | 422 = 400
  ) {
    super(message)
  }
}
