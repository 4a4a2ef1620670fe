import { COMMAND } from "./command"

export const HELP = `${COMMAND}: tools for the Medusa plugin of the same name

Usage
  ${COMMAND} audit [options]        list money that is not accounted for
  ${COMMAND} doctor [options]       check the store in this folder
  ${COMMAND} privacy <command>      list or erase a customer's data
  ${COMMAND} receive [options]      receive webhooks while the store is down

"${COMMAND} <command> --help" lists its options.`
