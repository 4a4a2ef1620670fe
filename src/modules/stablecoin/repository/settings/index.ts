export {
  readSettings as read,
  saveSettings as save,
  reencryptSetting as reencrypt,
} from "./settings"
