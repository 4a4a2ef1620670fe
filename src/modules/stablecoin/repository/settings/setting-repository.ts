import { Aggregate } from "../aggregate"
import { readSettings, reencryptSetting, saveSettings } from "./settings"

/** Settings that the admin saved. */
export class SettingRepository extends Aggregate {
  readonly read = this.bind(readSettings)
  readonly save = this.bind(saveSettings)
  readonly reencrypt = this.bind(reencryptSetting)
}
