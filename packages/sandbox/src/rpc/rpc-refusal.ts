/** A call that a node refuses, as JSON-RPC's `error`. */
export class RpcRefusal extends Error {
  override readonly name = "RpcRefusal"

  constructor(
    readonly code: number,
    message: string
  ) {
    super(message)
  }
}

/** -32602: a parameter has another form. */
export function invalidParams(message: string): RpcRefusal {
  return new RpcRefusal(-32602, message)
}
