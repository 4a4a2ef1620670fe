import { parseArgs } from "node:util"
import { type RouteName, ROUTES } from "../control/routes"
import { UsageError, type Io } from "../../../../src/shared/command-line/io"
import { requestControl } from "./control-client"
import { asCommand, inputOf, jsonOrText, optionsOf } from "./fields"
import { DEFAULT_CONTROL, SANDBOX_HELP } from "./help"

/** The route of a command, and the field that its operand sets. */
type Command = { route: RouteName; operand?: string }

const COMMANDS: Record<string, Command> = {
  state: { route: "GET /state" },
  requests: { route: "GET /requests" },
  webhooks: { route: "GET /webhooks" },
  rules: { route: "POST /rules" },
  pay: { route: "POST /pay" },
  fail: { route: "POST /fail" },
  cancel: { route: "POST /cancel" },
  trigger: { route: "POST /trigger", operand: "event" },
  resend: { route: "POST /webhooks/:id/resend", operand: "id" },
  fault: { route: "POST /faults", operand: "kind" },
  chains: { route: "GET /chain" },
  transfer: { route: "POST /transfers" },
  mine: { route: "POST /chain/mine" },
  finality: { route: "POST /chain/finality" },
  reset: { route: "POST /reset" },
}

export const CONTROL_COMMANDS = Object.keys(COMMANDS)

const COMMON = {
  control: { type: "string", default: DEFAULT_CONTROL },
  help: { type: "boolean", short: "h" },
  set: { type: "string", multiple: true },
} as const

/** Choose one of the kinds of faults that have the same name. */
const FAULT_FLAGS = { webhooks: { type: "boolean" } } as const

/** Runs a subcommand on a running sandbox and prints its response as JSON. */
export async function runControlCommand(
  name: string,
  args: string[],
  io: Io
): Promise<void> {
  const command = COMMANDS[name]
  if (!command) {
    throw new UsageError(`There is no command ${name}.`)
  }
  const [first = "-"] = args
  const operand = command.operand && !first.startsWith("-") ? first : undefined
  const route = name === "fault" ? faultRoute(args) : command.route
  const { schema } = ROUTES[route]
  const { values } = parseArgs({
    args: operand === undefined ? args : args.slice(1),
    options: {
      ...optionsOf(schema),
      ...(name === "fault" && FAULT_FLAGS),
      ...COMMON,
    },
    allowNegative: true,
  })
  if (values.help) {
    io.out(SANDBOX_HELP)
    return
  }
  const isClearing = route === "DELETE /faults"
  const input = {
    ...inputOf(schema, values),
    ...(command.operand && !isClearing && { [command.operand]: operand }),
    ...(values.set && { overrides: overrides(values.set) }),
  }
  asCommand(schema, input)
  const answer = await requestControl(values.control, route, input)
  io.out(JSON.stringify(answer, null, 2))
}

/** `fault <kind>`: the first of calls and webhooks that has it. */
function faultRoute(args: readonly string[]): RouteName {
  const [kind] = args
  if (kind === "clear") {
    return "DELETE /faults"
  }
  if (args.includes("--webhooks")) {
    return "POST /faults/webhooks"
  }
  const routes = ["POST /faults", "POST /faults/webhooks"] as const
  const known = routes.find(
    (route) => ROUTES[route].schema.safeParse({ kind }).success
  )
  return known ?? "POST /faults"
}

/** Parses JSON values: `amount=9.99` is a number, `order_no=A-1` a text. */
function overrides(settings: readonly string[]): object {
  return Object.fromEntries(
    settings.map((setting) => {
      const at = setting.indexOf("=")
      if (at < 1) {
        throw new UsageError(`--set is <field>=<value>, not ${setting}.`)
      }
      return [setting.slice(0, at), jsonOrText(setting.slice(at + 1))]
    })
  )
}
