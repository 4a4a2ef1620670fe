import { z } from "zod"
import { invalidParams, RpcRefusal } from "./rpc-refusal"

type Id = string | number | null

const idSchema = z.union([z.string(), z.number(), z.null()])

const callSchema = z.object({
  jsonrpc: z.literal("2.0"),
  method: z.string(),
  params: z.unknown(),
  /** Absent: a notification, which has no answer. */
  id: idSchema.optional(),
})

export type RpcRequest = { isBatch: boolean; calls: unknown[] }

/** Executes a call. @throws RpcRefusal */
export type Execute = (method: string, params: readonly unknown[]) => unknown

/** The calls of a body. @throws RpcRefusal -32700 unless it is JSON */
export function parseRequest(body: string): RpcRequest {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    throw new RpcRefusal(-32700, "parse error")
  }
  return Array.isArray(parsed)
    ? { isBatch: true, calls: parsed }
    : { isBatch: false, calls: [parsed] }
}

/** The names of a request's methods. Invalid calls have none. */
export function methodsOf({ calls }: RpcRequest): string[] {
  return calls.flatMap((call) => callSchema.safeParse(call).data?.method ?? [])
}

/**
 * The answer to a request, or undefined if all calls are notifications.
 *
 * @param maxBatch calls of one batch, 0 for no batches, null for any
 */
export function answer(
  { isBatch, calls }: RpcRequest,
  maxBatch: number | null,
  execute: Execute
): unknown {
  if (!isBatch) {
    return respond(calls[0], execute)
  }
  if (calls.length === 0) {
    return refusalAnswer(new RpcRefusal(-32600, "empty batch"))
  }
  if (maxBatch === 0) {
    const reason = "batch requests are not supported"
    return refusalAnswer(new RpcRefusal(-32600, reason))
  }
  if (maxBatch !== null && calls.length > maxBatch) {
    // As geth answers: once, to the first call.
    const { id } = z.object({ id: idSchema }).safeParse(calls[0]).data ?? {}
    return [refusalAnswer(new RpcRefusal(-32600, "batch too large"), id)]
  }
  const responses = calls.flatMap((call) => respond(call, execute) ?? [])
  return responses.length ? responses : undefined
}

/** JSON-RPC's answer to a refusal. `id` is null if the call had none. */
export function refusalAnswer(
  { code, message }: RpcRefusal,
  id: Id = null
): object {
  return { jsonrpc: "2.0", id, error: { code, message } }
}

function respond(call: unknown, execute: Execute): object | undefined {
  const parsed = callSchema.safeParse(call)
  if (!parsed.success) {
    return refusalAnswer(new RpcRefusal(-32600, "invalid request"))
  }
  const { id, method, params = [] } = parsed.data
  try {
    if (!Array.isArray(params)) {
      throw invalidParams("non-array args")
    }
    const result = execute(method, params)
    return id === undefined ? undefined : { jsonrpc: "2.0", id, result }
  } catch (error) {
    if (!(error instanceof RpcRefusal)) {
      throw error
    }
    return id === undefined ? undefined : refusalAnswer(error, id)
  }
}
