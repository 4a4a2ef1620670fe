import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type {
  ConfigModule,
  IEventBusModuleService,
  Logger,
} from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

/** Dependencies that the module resolves from its container. */
export type Cradle = {
  [ContainerRegistrationKeys.PG_CONNECTION]: Knex
  [ContainerRegistrationKeys.LOGGER]: Logger
  [ContainerRegistrationKeys.CONFIG_MODULE]: ConfigModule
  [Modules.EVENT_BUS]?: IEventBusModuleService
}
