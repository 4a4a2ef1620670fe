import { request } from "undici"
import type { RouteName } from "../control/routes"
import { CommandError } from "../../../../src/shared/command-line/io"
import { COMMAND } from "./command"

/**
 * Calls a route of a running sandbox's control address.
 *
 * @throws CommandError whose message includes the remedy
 */
export async function requestControl(
  control: string,
  route: RouteName,
  input: object
): Promise<unknown> {
  if (!URL.canParse(control)) {
    throw new CommandError(
      `${control} is not an address such as http://127.0.0.1:4030.`
    )
  }
  const fields = new Map(Object.entries(input) as [string, unknown][])
  const [method = "", template = ""] = route.split(" ")
  const path = template.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(fields.get(name))
    fields.delete(name)
    return encodeURIComponent(value)
  })
  const url = new URL(path, control)
  if (method === "GET") {
    fields.forEach((value, name) => url.searchParams.set(name, String(value)))
  }
  let status: number
  let text: string
  try {
    const response = await request(url, {
      method: method as "GET" | "POST" | "DELETE",
      ...(method !== "GET" && {
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(Object.fromEntries(fields)),
      }),
    })
    status = response.statusCode
    text = await response.body.text()
  } catch (error) {
    const { code } = error as { code?: string }
    throw new CommandError(
      `No sandbox answers at ${url.origin} (${code ?? "no connection"}). Start one with "${COMMAND}", or name its control address with --control.`
    )
  }
  const answer = parsed(text)
  if (status >= 400) {
    const reason = (answer as { error?: string } | undefined)?.error
    throw new CommandError(reason ?? `${url.origin} answered ${status}.`)
  }
  if (answer === undefined) {
    throw new CommandError(
      `${url.origin} is not the control address of a sandbox.`
    )
  }
  return answer
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
