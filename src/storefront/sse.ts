/** One event of a stream, as the standard of server-sent events has it. */
export type ServerEvent = { event: string; data: string; id: string }

export type ServerEventParser = {
  /** Takes the next piece of text, cut anywhere, and gives the events that it completes. */
  feed(text: string): ServerEvent[]
  /** How long the server asks to wait before reconnecting, in milliseconds. */
  readonly retry: number | undefined
}

/** Parses server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export function serverEventParser(): ServerEventParser {
  let rest = ""
  let afterReturn = false
  let retry: number | undefined
  let id = ""
  let event = ""
  let data: string[] = []

  const take = (line: string): ServerEvent[] => {
    if (line === "") {
      const complete = data.length
        ? [{ event: event || "message", data: data.join("\n"), id }]
        : []
      event = ""
      data = []
      return complete
    }
    const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === "data") {
      data.push(value)
    } else if (field === "event") {
      event = value
    } else if (field === "id" && !value.includes("\0")) {
      id = value
    } else if (field === "retry" && /^\d+$/.test(value)) {
      retry = Number(value)
    }
    return []
  }

  return {
    feed(text) {
      if (!text) {
        return []
      }
      // A line feed that belongs to the last piece's carriage return is no second line.
      const lines = (
        rest + (afterReturn ? text.replace(/^\n/, "") : text)
      ).split(/\r\n|\r|\n/)
      afterReturn = text.endsWith("\r")
      rest = lines.pop() ?? ""
      return lines.flatMap(take)
    },
    get retry() {
      return retry
    },
  }
}
