import type { ApiName } from "../accounts"
import type { EndpointName } from "./endpoints"

/** One request as an API got it. Secrets and bearer tokens are masked. */
export type RequestRecord = {
  id: string
  at: string
  api: ApiName
  endpoint: EndpointName | null
  method: string
  path: string
  authorization: string | null
  /** The parsed JSON body; the text of anything else, and of JSON that is nested too deeply. */
  body: unknown
  /** Null while unanswered, and if the answer was lost. */
  status: number | null
  /** The fault that was put on this request. */
  fault: string | null
  durationMs: number | null
}

export type RequestFilter = {
  api?: ApiName
  endpoint?: EndpointName
  method?: string
  path?: string | RegExp
}

const KEPT = 5000

/** The latest requests of both APIs. */
export class RequestLog {
  private readonly records: RequestRecord[] = []

  add(record: RequestRecord): void {
    this.records.push(record)
    if (this.records.length > KEPT) {
      this.records.shift()
    }
  }

  list(filter: RequestFilter = {}): RequestRecord[] {
    const { api, endpoint, method, path } = filter
    return structuredClone(
      this.records.filter(
        (record) =>
          (api === undefined || record.api === api) &&
          (endpoint === undefined || record.endpoint === endpoint) &&
          (method === undefined || record.method === method.toUpperCase()) &&
          (path === undefined ||
            (typeof path === "string"
              ? record.path === path
              : path.test(record.path)))
      )
    )
  }
}
